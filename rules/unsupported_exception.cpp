// GM502: an exception that Dynamo cannot carry.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0006", "GB0022", "GB0057", "GB0088",
                                  "GB0095", "GB0135", "GB0273", "GB6270"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::Exception};

lint::Finding Check(const infer::Observation& observation) {
  return Report(
      observation,
      Operation(observation, "this exception") + " cannot be carried through traced code: it",
      "raise a builtin exception, or one whose `__init__` does not call "
      "`super().__init__`");
}

}  // namespace

extern constinit const lint::Rule unsupported_exception = {
    .code = "GM502",
    .name = "unsupported-exception",
    .summary = "compiled code raises an exception that cannot be traced",
    .breaks = kBreaks,
    .precision = lint::Precision::Medium,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
