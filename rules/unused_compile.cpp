// GM606: the result of torch.compile is thrown away or never called.
#include "rules/wording.h"

namespace graphmend::rules::unused_compile {
namespace {

using infer::observed::UnusedCompile;

lint::Finding Word(const infer::Observation& observation, const UnusedCompile& compile) {
  const std::string result = "result of " + Subject(observation, "torch.compile");
  if (!compile.instead.empty())
    return {result + " is never called: " + Code(compile.instead) + " runs the module uncompiled",
            "nothing is compiled until this is called",
            "call the result where the module is called, or compile the module in place, "
            "`model.compile()`, so that its own methods call the compiled forward"};
  return {result + " is discarded", "nothing is compiled: what is passed stays as it is",
          "keep the result and call it, `model = torch.compile(model)`, or compile a module in "
          "place, `model.compile()`"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM606",
    .name = "unused-compile",
    .summary = "the result of torch.compile is discarded or never called, so nothing is compiled",
    .severity = diag::Severity::Warning,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<UnusedCompile>,
    .check = lint::Check<UnusedCompile, Word>,
};

}  // namespace graphmend::rules::unused_compile
