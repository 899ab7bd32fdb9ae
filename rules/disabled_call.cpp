// GM304: a call of code that compilation is switched off for.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0098", "GB0099", "GB0025", "GB0030", "GB4297", "GB4636"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::Disabled};

lint::Finding Check(const infer::Observation& observation) {
  return Report(
      observation,
      Operation(observation, "this function") + " is excluded from compilation: calling it",
      "this is what the exclusion asks for; to have one graph, call it outside the "
      "compiled code or remove the exclusion");
}

}  // namespace

extern constinit const lint::Rule disabled_call = {
    .code = "GM304",
    .name = "disabled-call",
    .summary = "compiled code calls a function that is excluded from compilation",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
