// GM602: a container of the module grows with each call, so torch.compile compiles again each time.
#include "rules/wording.h"

namespace graphmend::rules::growing_container {
namespace {

using infer::observed::GrowingContainer;

lint::Finding Word(const infer::Observation&, const GrowingContainer& what) {
  return {Code(what.container) + " grows with each call",
          "torch.compile guards on the length where it is read, and recompiles each time, up to 8 "
          "times",
          "fill it outside the compiled code"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM602",
    .name = "growing-container",
    .summary =
        "a container of the module grows with each call, so torch.compile compiles again each time",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::Medium,
    .on_request = true,
    .on = lint::kOn<GrowingContainer>,
    .check = lint::Check<GrowingContainer, Word>,
};

}  // namespace graphmend::rules::growing_container
