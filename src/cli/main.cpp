// graphmend: the program. Everything that goes wrong ends here as one line and exit status 2.
#include <exception>

#include "cli/commands.h"
#include "os/streams.h"
#include "project/session.h"

namespace graphmend::cli {
namespace {

int Run(const Invocation& invocation) {
  switch (invocation.command) {
    case Command::Check: return RunCheck(invocation);
    case Command::Rules: return RunRules(invocation);
    case Command::Fixes: return RunFixes(invocation);
    case Command::Explain: return RunExplain(invocation);
    case Command::Dump: return RunDump(invocation);
    case Command::Entries: return RunEntries(invocation);
    case Command::Why: return RunWhy(invocation);
    case Command::Validate: return RunPythonCommand(invocation, "validate");
    case Command::Triage: return RunPythonCommand(invocation, "triage");
    case Command::Patch: return RunPythonCommand(invocation, "patch");
    case Command::Run: return RunProgram(invocation);
    case Command::Config: return RunConfig(invocation);
    case Command::Server: return RunServer(invocation);
    case Command::Stubs: return RunStubs(invocation);
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
    lint::Problem problem = project::InternalProblem("", error);
    return Fail(Invocation(), {problem.message, "this is a bug in graphmend; please report it"});
  }
}

}  // namespace
}  // namespace graphmend::cli

int main(int argc, char** argv) { return graphmend::cli::Main(argc, argv); }
