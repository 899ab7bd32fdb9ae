// GM604: torch.compile is called in each iteration of a loop.
#include "rules/wording.h"

namespace graphmend::rules::compile_in_loop {
namespace {

using infer::observed::CompileInLoop;

lint::Finding Word(const infer::Observation& observation, const CompileInLoop&) {
  return {Subject(observation, "torch.compile") + " is called in each iteration of a loop",
          "each call makes a new wrapper, which has to look up its graph again",
          "compile once, before the loop, and call the result; where the backend or a closure "
          "differs, each call also compiles again"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM604",
    .name = "compile-in-loop",
    .summary = "torch.compile is called in each iteration of a loop",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::High,
    .on_request = true,
    .on = lint::kOn<CompileInLoop>,
    .check = lint::Check<CompileInLoop, Word>,
};

}  // namespace graphmend::rules::compile_in_loop
