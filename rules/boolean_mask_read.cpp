// GM402: a boolean mask selects elements.
#include "rules/wording.h"

namespace graphmend::rules::boolean_mask_read {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0036"};
using infer::observed::BooleanMask;

lint::Finding Word(const infer::Observation& observation, const BooleanMask&) {
  return Report(observation,
                "data-dependent shape of " + Subject(observation, "what this index selects"),
                "how many elements a mask selects depends on its values",
                "keep the shape and mask the elements: `torch.where(mask, x, 0)`; writing a "
                "value through a mask (`x[mask] = 0`) is fine");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM402",
    .name = "boolean-mask-read",
    .summary = "a boolean mask selects elements, so the result's size depends on data",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<BooleanMask>,
    .check = lint::Check<BooleanMask, Word>,
};

}  // namespace graphmend::rules::boolean_mask_read
