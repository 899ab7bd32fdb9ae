#include "cli/commands.h"

#include <algorithm>

#include "project/select_files.h"

namespace graphmend::cli {
namespace {

constexpr std::size_t kMostNamed = 5;  // problems of a kind that are named one by one

std::string Headline(const lint::Problem& problem) {
  std::string place = problem.path;
  if (problem.line > 0) place += ":" + std::to_string(problem.line);
  if (problem.column > 0) place += ":" + std::to_string(problem.column);
  return place.empty() ? problem.message : place + ": " + problem.message;
}

}  // namespace

int Fail(const Invocation& invocation, const base::Error& error) {
  Complain(StyleFor(os::Stream::Error, invocation.color), true, error.message, error.hint);
  return kTrouble;
}

int RunPythonCommand(const Invocation& invocation, const std::string& command) {
  base::Result<int> status = invocation.python_bridge->Run(command);
  return status ? *status : Fail(invocation, status.error());
}

int RunProgram(const Invocation& invocation) {
  base::Result<int> status = invocation.python_bridge->Run("run", invocation.operands, "");
  return status ? *status : Fail(invocation, status.error());
}

int Deliver(const Invocation& invocation, const std::string& text, int status,
            const report::Style& style) {
  if (auto error = WriteOutput(invocation.output, ForPeople(text, style)))
    return Fail(invocation, *error);
  return status;
}

void Say(const std::string& text) { WriteToError(text); }

void ComplainOf(const Invocation& invocation, const lint::Problem& problem) {
  const bool trouble = lint::IsTrouble(problem.kind);
  Complain(StyleFor(os::Stream::Error, invocation.color), trouble, Headline(problem), problem.hint);
}

void ComplainOf(const Invocation& invocation, const lint::Outcome& outcome) {
  report::Style style = StyleFor(os::Stream::Error, invocation.color);
  std::size_t incomplete = 0, passed_over = 0;
  for (const lint::Problem& problem : outcome.problems) {
    const bool is_link = problem.kind == lint::ProblemKind::PassedOver;
    std::size_t* count = is_link                         ? &passed_over
                         : lint::IsTrouble(problem.kind) ? nullptr
                                                         : &incomplete;
    if (!count || ++*count <= kMostNamed) ComplainOf(invocation, problem);
  }
  if (passed_over > kMostNamed)
    Complain(style, false,
             lint::Count(passed_over - kMostNamed, "more was", "more were") + " skipped",
             "--output-format json lists them");
  if (incomplete > kMostNamed)
    Complain(style, false,
             lint::Count(incomplete - kMostNamed, "more file was", "more files were") +
                 " analysed only in part",
             "--output-format json lists them");
  if (outcome.entries.empty() && (outcome.files > 0 || outcome.problems.empty()))
    Complain(style, false, lint::NothingCompiled(outcome),
             outcome.files == 0 ? "no Python file was found; is the path right?"
                                : "is the code that calls torch.compile among the paths? "
                                  "--assume-compiled=public looks at each public function. "
                                  "No finding "
                                  "does not mean no graph break");
}

std::vector<std::string> PathsOf(const Invocation& invocation) {
  if (invocation.operands.empty()) return {"."};
  return invocation.operands;
}

project::Selection Selected(const Invocation& invocation, project::Configuration& configuration,
                            const std::vector<std::string>& paths) {
  return project::SelectFiles(paths, invocation.stdin_filename, configuration);
}

}  // namespace graphmend::cli
