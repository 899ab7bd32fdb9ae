// GM601: an attribute changes with each call, so torch.compile compiles again each time.
#include "rules/wording.h"

namespace graphmend::rules::changing_attribute {
namespace {

using infer::observed::ChangingAttribute;

lint::Finding Word(const infer::Observation& observation, const ChangingAttribute&) {
  return {Subject(observation, "this attribute") + " changes with each call",
          "torch.compile guards on its value, and recompiles each time, up to 8 times",
          "keep the count in a buffer, or outside the compiled code"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM601",
    .name = "changing-attribute",
    .summary = "an attribute changes with each call, so torch.compile compiles again each time",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::High,
    .on_request = true,
    .on = lint::kOn<ChangingAttribute>,
    .check = lint::Check<ChangingAttribute, Word>,
};

}  // namespace graphmend::rules::changing_attribute
