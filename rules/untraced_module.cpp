// GM303: a module that Dynamo does not trace is called or built.
#include "rules/wording.h"

namespace graphmend::rules::untraced_module {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0008", "GB0014", "GB0083", "GB0119", "GB0226",
                                  "GB0228", "GB0235", "GB0237", "GB0264", "GB4695"};
using infer::observed::ModuleCall;

lint::Finding Word(const infer::Observation& observation, const ModuleCall& what) {
  if (what.form == ModuleCall::Form::Uninitialized)
    return Report(observation, "a module is built while its frame runs uncompiled",
                  "reads the module before it is initialized",
                  "build modules outside the compiled code, or fix the other break in the function "
                  "that builds this one");
  if (what.form == ModuleCall::Form::Hooked)
    return Report(observation, "call to a module with hooks that run in backward",
                  "is traced only with compiled autograd",
                  "hook the tensors (`out.register_hook`), or compile the parts around the module");
  return Report(
      observation, "use of " + Name(what.by, "a module") + ", which torch.compile does not trace",
      "runs in Python, outside any graph",
      "for recurrent modules, use the cell classes or set `torch._dynamo.config.allow_rnn`; do not "
      "script or trace modules that are compiled; build modules with parameters in `__init__`");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM303",
    .name = "untraced-module",
    .summary = "compiled code uses a module that is not traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<ModuleCall>,
    .check = lint::Check<ModuleCall, Word>,
};

}  // namespace graphmend::rules::untraced_module
