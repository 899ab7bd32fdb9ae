// GM202: a method of a logger is called while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0291", "GB4841", "GB6215"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::Logging};

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Operation(observation, "this call") +
                    " is logging, which torch.compile does not trace, whatever the level: it",
                "log outside the compiled code; behind `if not torch.compiler.is_compiling():` it "
                "speaks only when the code runs uncompiled");
}

}  // namespace

extern constinit const lint::Rule logging_in_graph = {
    .code = "GM202",
    .name = "logging-in-graph",
    .summary = "compiled code calls a logger",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
