// GM204: compiled code reaches outside: files, environment, processes, clocks.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0059", "GB0142", "GB0156"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::InputOutput};

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Operation(observation, "this call") +
                    " reaches outside the program, which a graph cannot do: it",
                "do it once outside the compiled code and pass the result in");
}

}  // namespace

extern constinit const lint::Rule io_in_graph = {
    .code = "GM204",
    .name = "io-in-graph",
    .summary = "compiled code uses files, the environment, processes or clocks",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
