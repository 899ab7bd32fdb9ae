// graphmend: the program. Everything that goes wrong ends here as one line and exit status 2.
#include <exception>

#include "driver/commands.h"
#include "driver/session.h"
#include "os/streams.h"

namespace graphmend::driver {
namespace {

int Run(const Invocation& invocation) {
  switch (invocation.command) {
    case Command::Check: return RunCheck(invocation);
    case Command::Rules: return RunRules(invocation);
    case Command::Explain: return RunExplain(invocation);
    case Command::Dump: return RunDump(invocation);
    case Command::Entries: return RunEntries(invocation);
    case Command::Why: return RunWhy(invocation);
    case Command::Validate: return RunHandover(invocation, "validate");
    case Command::Triage: return RunHandover(invocation, "triage");
    case Command::Config: return RunConfig(invocation);
    case Command::Server: return RunServer(invocation);
    case Command::Completion:
    case Command::Manual: break;  // answered by the command line itself
  }
  return kTrouble;
}

int Main(int argc, const char* const* argv) {
  os::PrepareStreams();
  try {
    base::Result<CommandLine> line = ParseCommandLine(argc, argv);
    if (!line) return Fail(Invocation(), line.error());
    if (const auto* information = std::get_if<Information>(&*line))
      return Deliver(Invocation(), information->text, 0);
    return Run(std::get<Invocation>(*line));
  } catch (const std::exception& error) {
    lint::Problem problem = InternalProblem("", error);
    return Fail(Invocation(), {problem.message, "this is a defect of graphmend; please report it"});
  }
}

}  // namespace
}  // namespace graphmend::driver

int main(int argc, char** argv) { return graphmend::driver::Main(argc, argv); }
