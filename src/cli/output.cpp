#include "cli/output.h"

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

#include "base/path.h"
#include "base/visible.h"
#include "os/streams.h"
#include "project/write_file.h"
#include "report/frame.h"

namespace graphmend::cli {
namespace {

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

}  // namespace

std::optional<base::Error> WriteOutput(const std::string& path, const std::string& text) {
  if (!path.empty() && path != "-") return project::WriteFile(path, text);
  const std::error_code error = os::Write(os::Stream::Output, text);
  if (!error || error == std::errc::broken_pipe) return std::nullopt;
  return project::CannotWrite("standard output", error);
}

report::Style StyleFor(os::Stream stream, ColorChoice choice) {
  const char* terminal = std::getenv("TERM");
  // Windows has no names for terminals; what a console can is known without.
  bool dumb = terminal ? std::strcmp(terminal, "dumb") == 0 : !base::kIsWindows;
  bool shows = !dumb && os::IsTerminal(stream);
  bool links = IsSet("FORCE_HYPERLINK") ? std::strcmp(std::getenv("FORCE_HYPERLINK"), "0") != 0
                                        : shows && !IsSet("CI");
  const bool color = choice != ColorChoice::Auto ? choice == ColorChoice::Always
                     : IsSet("NO_COLOR")         ? false
                     : IsSet("FORCE_COLOR")      ? std::strcmp(std::getenv("FORCE_COLOR"), "0") != 0
                                                 : shows;
  return report::Style(color, links, os::TerminalColumns(stream));
}

void Complain(const report::Style& style, bool is_error, const std::string& message,
              const std::string& hint) {
  std::string text = is_error ? style.Paint(report::Tone::Red, "error")
                              : style.Paint(report::Tone::Yellow, "warning");
  text += style.Paint(report::Tone::Bold, ":") + " " + base::OneLine(message) + "\n";
  if (!hint.empty())
    text += "  " + style.Paint(report::Tone::Blue, "hint:") + " " + base::OneLine(hint) + "\n";
  WriteToError(text);
}

std::string ForPeople(const std::string& text, const report::Style& style) {
  return style.IsPlain() ? base::Visible(text) : base::WithoutCommands(text);
}

void WriteToError(const std::string& text) {
  static_cast<void>(os::Write(os::Stream::Error, base::WithoutCommands(text)));
}

}  // namespace graphmend::cli
