// `graphmend server`: the language server on standard input and output.
#include "cli/commands.h"
#include "cli/workspace.h"
#include "os/streams.h"
#include "project/version.h"
#include "server/server.h"
#include "server/transport.h"

namespace graphmend::cli {

int RunServer(const Invocation& invocation) {
  using namespace std::chrono_literals;
  Workspace workspace(invocation);
  server::Server server(workspace, project::kVersion);
  server::MessageReader reader;
  os::Input input;
  // All that has arrived before any of it is worked on, and now and then while it is, so that
  // cancellations and changes are seen in time.
  bool gone = false;
  auto listen = [&](std::optional<std::chrono::milliseconds> wait) {
    bool readable = !gone && input.Wait(wait);
    while (readable) {
      std::string bytes = input.Read();
      gone = bytes.empty();
      reader.Feed(bytes);
      readable = !gone && input.Wait(0ms);
    }
    while (auto message = reader.Next()) server.Receive(*message);
  };
  workspace.SetListener([&] { listen(0ms); });
  for (;;) {
    listen(server.Idle(server::Clock::now()));
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
    if (gone) return 1;
  }
}

}  // namespace graphmend::cli
