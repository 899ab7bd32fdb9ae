// The commands. Each does what its part of the command line says and gives the exit status:
// 0, 1 (findings) or 2 (trouble).
#pragma once

#include <string>
#include <vector>

#include "cli/invocation.h"
#include "lint/outcome.h"

namespace graphmend::cli {

int RunCheck(const Invocation& invocation);
int RunRules(const Invocation& invocation);
int RunFixes(const Invocation& invocation);
int RunExplain(const Invocation& invocation);
int RunDump(const Invocation& invocation);
int RunEntries(const Invocation& invocation);
int RunWhy(const Invocation& invocation);
// What the Python package does: "validate", "triage" or "patch".
int RunPythonCommand(const Invocation& invocation, const std::string& command);
// A program of the user's, by an interpreter that applies patches.
int RunProgram(const Invocation& invocation);
int RunConfig(const Invocation& invocation);
int RunServer(const Invocation& invocation);
int RunStubs(const Invocation& invocation);

inline constexpr int kTrouble = 2;

// Says what is wrong on standard error; the exit status for it.
int Fail(const Invocation& invocation, const base::Error& error);
// Writes to standard output or the file asked for, visible to people; `status` unless that fails.
// `style`: that of the text, where it has one.
int Deliver(const Invocation& invocation, const std::string& text, int status,
            const report::Style& style = report::Style());
// Text as it is on standard error.
void Say(const std::string& text);
// One problem on standard error.
void ComplainOf(const Invocation& invocation, const lint::Problem& problem);
// All problems, and that nothing is compiled where that is so, on standard error.
void ComplainOf(const Invocation& invocation, const lint::Outcome& outcome);
// The paths asked for, or the working directory.
std::vector<std::string> PathsOf(const Invocation& invocation);
// The files that the paths name; standard input goes by the invocation's name for it.
project::Selection Selected(const Invocation& invocation, project::Configuration& configuration,
                            const std::vector<std::string>& paths);

}  // namespace graphmend::cli
