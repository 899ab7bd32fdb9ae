// GM203: a warning is issued while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0092"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::Warning};

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Operation(observation, "this call") +
                    " issues a warning, which torch.compile does not trace: it",
                "warn where the object is built or before the compiled code is entered; behind "
                "`if not torch.compiler.is_compiling():` it speaks only when the code runs "
                "uncompiled");
}

}  // namespace

extern constinit const lint::Rule warning_in_graph = {
    .code = "GM203",
    .name = "warning-in-graph",
    .summary = "compiled code issues a warning",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
