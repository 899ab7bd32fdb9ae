// GM104: tensor data decides how often a loop runs.
#include "rules/wording.h"

namespace graphmend::rules::loop_on_tensor {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0059", "GB0033", "GB4841"};
using infer::observed::LoopOn;

lint::Finding Word(const infer::Observation& observation, const LoopOn&) {
  return Report(observation, "data-dependent loop on " + Subject(observation, "a tensor"),
                std::string("`while` ") + kNeedsBool,
                "loop a fixed number of times and mask the extra steps with `torch.where`, or use "
                "`torch.while_loop`");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM104",
    .name = "loop-on-tensor",
    .summary = "tensor data decides how often a loop runs",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<LoopOn>,
    .check = lint::Check<LoopOn, Word>,
};

}  // namespace graphmend::rules::loop_on_tensor
