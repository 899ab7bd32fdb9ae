#include "driver/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "report/frame.h"

namespace graphmend::driver {
namespace {

namespace fs = std::filesystem;

// 0, or the error number.
int WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

base::Error CannotWrite(const std::string& path, int error) {
  std::string hint = error == ENOENT   ? "does the directory exist?"
                     : error == EISDIR ? "`-o` takes a file"
                                       : "";
  return {"cannot write " + path + ": " + std::strerror(error), hint};
}

std::optional<base::Error> WriteDirectly(const std::string& path, const std::string& text) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return CannotWrite(path, errno);
  int error = WriteAll(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0 && error != EPIPE) return CannotWrite(path, error);
  return std::nullopt;
}

// The mode that a file made by open(2) would have got.
mode_t DefaultMode() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::optional<base::Error> WriteAndRename(const std::string& path, const std::string& text,
                                          mode_t mode) {
  std::string temporary = path + ".XXXXXX";
  int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return CannotWrite(path, errno);
  int error = WriteAll(descriptor, text);
  if (error == 0 && ::fchmod(descriptor, mode) != 0) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return std::nullopt;
  ::unlink(temporary.c_str());
  return CannotWrite(path, error);
}

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

}  // namespace

std::optional<base::Error> WriteOutput(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    int error = WriteAll(STDOUT_FILENO, text);
    if (error != 0 && error != EPIPE) return CannotWrite("standard output", error);
    return std::nullopt;
  }
  struct stat existing;
  if (::stat(path.c_str(), &existing) != 0) return WriteAndRename(path, text, DefaultMode());
  if (S_ISDIR(existing.st_mode)) return CannotWrite(path, EISDIR);
  if (!S_ISREG(existing.st_mode)) return WriteDirectly(path, text);
  // Through a link, the file behind it is replaced, and the link stays.
  std::error_code unresolved;
  fs::path real = fs::canonical(path, unresolved);
  return WriteAndRename(unresolved ? path : real.string(), text, existing.st_mode & 07777);
}

report::Style StyleFor(int descriptor, ColorChoice choice) {
  const char* terminal = std::getenv("TERM");
  bool dumb = !terminal || std::strcmp(terminal, "dumb") == 0;
  bool shows = !dumb && ::isatty(descriptor) == 1;
  bool links = IsSet("FORCE_HYPERLINK") ? std::strcmp(std::getenv("FORCE_HYPERLINK"), "0") != 0
                                        : shows && !IsSet("CI");
  if (choice != ColorChoice::Auto) return report::Style(choice == ColorChoice::Always, links);
  if (IsSet("NO_COLOR")) return report::Style(false, links);
  if (IsSet("FORCE_COLOR"))
    return report::Style(std::strcmp(std::getenv("FORCE_COLOR"), "0") != 0, links);
  return report::Style(shows, links);
}

void Complain(const report::Style& style, bool is_error, const std::string& message,
              const std::string& hint) {
  std::string text = is_error ? style.Paint(report::Tone::Red, "error")
                              : style.Paint(report::Tone::Yellow, "warning");
  text += style.Paint(report::Tone::Bold, ":") + " " + report::OneLine(message) + "\n";
  if (!hint.empty())
    text += "  " + style.Paint(report::Tone::Blue, "hint:") + " " + report::OneLine(hint) + "\n";
  WriteToError(text);
}

void WriteToError(const std::string& text) { static_cast<void>(WriteAll(STDERR_FILENO, text)); }

}  // namespace graphmend::driver
