// GM104: tensor data decides how often a loop runs.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0059", "GB0033", "GB4841"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::LoopOn};

lint::Finding Check(const infer::Observation& observation) {
  if (observation.branch == flow::BranchKind::While) {
    return Report(observation,
                  Subject(observation, "the condition") + " is tensor data: this `while`",
                  "give the loop a bound that Python knows and mask the steps that are too many "
                  "with `torch.where`, or use `torch.while_loop`");
  }
  return Report(observation,
                Subject(observation, "the bound") + " is tensor data: a loop that it bounds",
                "take the bound from a shape or from configuration, or do all steps at once with "
                "a tensor operation");
}

}  // namespace

extern constinit const lint::Rule loop_on_tensor = {
    .code = "GM104",
    .name = "loop-on-tensor",
    .summary = "tensor data decides how often a loop runs",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
