// GM109: the text of a tensor is needed while the graph is traced.
#include "rules/wording.h"

namespace graphmend::rules::tensor_text {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0569", "GB0059", "GB9648", "GB0156", "GB0005", "GB9198"};
using infer::observed::TensorText;

lint::Finding Word(const infer::Observation& observation, const TensorText&) {
  return Report(observation,
                "text of a tensor needed in " + Subject(observation, "this expression"),
                "the text holds the tensor's data, known only when the graph runs",
                "build the text outside the compiled code; an f-string of a tensor may be stored "
                "or returned, but not compared, joined or measured");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM109",
    .name = "tensor-text",
    .summary = "the text of a tensor is needed while tracing",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<TensorText>,
    .check = lint::Check<TensorText, Word>,
};

}  // namespace graphmend::rules::tensor_text
