#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "os/streams.h"

namespace graphmend::os {
namespace {

int DescriptorOf(Stream stream) { return stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

void PrepareStreams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing, not the end
}

bool IsTerminal(Stream stream) { return ::isatty(DescriptorOf(stream)) == 1; }

std::size_t TerminalColumns(Stream stream) {
  struct winsize size = {};
  return ::ioctl(DescriptorOf(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::error_code Write(Stream stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(DescriptorOf(stream), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return {errno, std::generic_category()};
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

struct Input::State {};

Input::Input() = default;
Input::~Input() = default;

bool Input::Wait(std::optional<std::chrono::milliseconds> wait) {
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  const int timeout = wait ? static_cast<int>(wait->count()) : -1;
  return ::poll(&input, 1, timeout) > 0;
}

std::string Input::Read() {
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    return got <= 0 ? std::string() : std::string(buffer, static_cast<std::size_t>(got));
  }
}

std::string ReadInput() {
  Input input;
  std::string text;
  for (std::string more = input.Read(); !more.empty(); more = input.Read()) text += more;
  return text;
}

}  // namespace graphmend::os
