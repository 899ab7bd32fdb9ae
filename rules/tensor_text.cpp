// GM109: the text of a tensor is needed while the graph is traced.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0569", "GB0059", "GB9648", "GB0156", "GB0005", "GB9198"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::TensorText};

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Subject(observation, "this expression") +
                    " needs the text of a tensor, which consists of its data, so it",
                "build the text outside the compiled code; an f-string of a tensor may be stored "
                "or returned, but not compared, joined or measured");
}

}  // namespace

extern constinit const lint::Rule tensor_text = {
    .code = "GM109",
    .name = "tensor-text",
    .summary = "the text of a tensor is needed while tracing",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
