#include "cli/watch.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>
#include <thread>

#include "base/path.h"
#include "cli/commands.h"
#include "os/streams.h"
#include "project/session.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPause{300};

using Stamps = std::map<std::string, std::pair<fs::file_time_type, std::uintmax_t>>;

// The files that a check would look at, and those of settings, with time and size. Looking at them
// is cheap beside a check, and needs no service of the system.
Stamps Look(const Invocation& invocation) {
  project::Configuration configuration(invocation.settings);
  project::Selection selection = Selected(invocation, configuration, PathsOf(invocation));
  Stamps stamps;
  auto add = [&](const std::string& path) {
    std::error_code error;
    auto time = fs::last_write_time(base::ToPath(path), error);
    if (error) return;
    stamps[path] = {time, fs::file_size(base::ToPath(path), error)};
  };
  for (const project::SelectedFile& file : selection.files) add(file.path);
  for (const std::string& file : configuration.files()) add(file);
  // A file of settings that is broken, or new.
  for (const char* name : {"graphmend.toml", "pyproject.toml"}) add(name);
  return stamps;
}

}  // namespace

void Watch(const Invocation& invocation, const std::function<int()>& check) {
  bool terminal = os::IsTerminal(os::Stream::Output);
  for (;;) {
    Stamps before = Look(invocation);
    if (terminal) static_cast<void>(WriteOutput("", "\x1b[2J\x1b[H"));
    check();
    Complain(StyleFor(os::Stream::Error, invocation.color), false, "watching for changes",
             "Ctrl-C to stop");
    do std::this_thread::sleep_for(kPause);
    while (Look(invocation) == before);
  }
}

}  // namespace graphmend::cli
