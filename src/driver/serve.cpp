// `graphmend server`: the language server on standard input and output.
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "driver/commands.h"
#include "driver/version.h"
#include "driver/workspace.h"
#include "server/server.h"
#include "server/transport.h"

namespace graphmend::driver {
namespace {

// Whether something can be read, after at most `wait`; none: for ever.
bool WaitForInput(std::optional<std::chrono::milliseconds> wait) {
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  int timeout = wait ? static_cast<int>(wait->count()) : -1;
  return ::poll(&input, 1, timeout) > 0;
}

// What can be read now; empty: the client has gone.
std::string ReadSome() {
  char buffer[65536];
  for (;;) {
    ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    return got <= 0 ? std::string() : std::string(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

int RunServer(const Invocation& invocation) {
  Workspace workspace(invocation);
  server::Server server(workspace, kVersion);
  server::MessageReader reader;
  using namespace std::chrono_literals;
  for (;;) {
    bool readable = WaitForInput(server.Idle(server::Clock::now()));
    // All that has arrived before any of it is worked on, so that cancellations are seen in time.
    while (readable) {
      std::string bytes = ReadSome();
      if (bytes.empty()) return 1;
      reader.Feed(bytes);
      readable = WaitForInput(0ms);
    }
    while (auto message = reader.Next()) server.Receive(*message);
    if (!reader.broken().empty())
      return Fail(invocation, {"the client sent " + reader.broken(), "the stream is lost"});
    server.Work(server::Clock::now());
    std::string output;
    for (std::string& message : server.TakeOutput()) {
      if (message.ends_with('\n')) message.pop_back();
      output += server::Framed(message);
    }
    if (!output.empty())
      if (auto error = WriteOutput("", output)) return Fail(invocation, *error);
    if (server.exit_status()) return *server.exit_status();
  }
}

}  // namespace graphmend::driver
