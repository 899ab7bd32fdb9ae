// GM605: a tensor that the caller passes is changed in place, where CUDA graphs are asked for.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::MutatedInput};

lint::Finding Check(const infer::Observation& observation) {
  return {Subject(observation, "this") +
              " changes a tensor that the caller passes, so that the graph runs without CUDA "
              "graphs, which its mode asks for",
          "compute a new tensor and return it, or keep the tensor as a buffer of the module"};
}

}  // namespace

extern constinit const lint::Rule mutated_input = {
    .code = "GM605",
    .name = "mutated-input",
    .summary =
        "a tensor that the caller passes is changed in place, where CUDA graphs are asked for",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::High,
    .on_request = true,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
