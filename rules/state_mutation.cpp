// GM206: compiled code changes something in a way that Dynamo cannot replay.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {
    "GB0004", "GB0056", "GB0058", "GB0072", "GB0075", "GB0084", "GB0096", "GB0097", "GB0117",
    "GB0126", "GB0127", "GB0128", "GB0129", "GB0130", "GB0131", "GB0169", "GB0189", "GB0220",
    "GB0254", "GB0271", "GB0467", "GB4197", "GB4271", "GB5849", "GB5976", "GB7637", "GB8977"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::StateMutation};

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Operation(observation, "this statement") +
                    " changes state in a way that torch.compile cannot replay: it",
                "make the change outside the compiled code, or keep the state in an attribute, a "
                "buffer or a list, whose changes are traced");
}

}  // namespace

extern constinit const lint::Rule state_mutation = {
    .code = "GM206",
    .name = "state-mutation",
    .summary = "compiled code changes state in a way that cannot be traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
