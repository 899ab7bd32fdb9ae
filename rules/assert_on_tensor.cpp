// GM102: an assert of tensor data in a form that Dynamo cannot turn into a check inside the graph.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0034", "GB0171"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::AssertOn};

lint::Finding Check(const infer::Observation& observation) {
  // A message that is not a literal is the one form that keeps the test a plain tensor.
  const bool message = observation.branch == flow::BranchKind::Assert;
  std::string cause = Subject(observation, "the asserted value") + " is tensor data: ";
  if (message) {
    return Report(observation, cause + "an `assert` whose message is not a plain string",
                  "write a plain string literal as message, then the assert stays in the graph");
  }
  return Report(observation, cause + "an `assert` with `not`, `and` or `or` in its test",
                "write one tensor test: `torch.logical_not(t)` for `not t`, `a & b` for `a and b`, "
                "and a plain string as message");
}

}  // namespace

extern constinit const lint::Rule assert_on_tensor = {
    .code = "GM102",
    .name = "assert-on-tensor",
    .summary = "an assert tests tensor data in a form that leaves the graph",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
