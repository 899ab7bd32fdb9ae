// GM103: tensor data decides whether an exception is raised.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::BranchOn};

bool Accepts(const infer::Observation& observation) { return observation.guards_raise; }

lint::Finding Check(const infer::Observation& observation) {
  const std::string condition = observation.subject.empty() ? "condition" : observation.subject;
  return Report(
      observation,
      Subject(observation, "the condition") + " is tensor data: this test before a `raise`",
      "check inside the graph with " +
          Code("torch._assert_async(torch.logical_not(" + condition + "), \"...\")") +
          ", which raises RuntimeError, or validate outside the compiled code");
}

}  // namespace

extern constinit const lint::Rule raise_on_tensor = {
    .code = "GM103",
    .name = "raise-on-tensor",
    .summary = "tensor data decides whether an exception is raised",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
    .accepts = Accepts,
};

}  // namespace graphmend::rules
