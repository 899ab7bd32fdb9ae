// GM605: a tensor that the caller passes is changed in place, where CUDA graphs are asked for.
#include "rules/wording.h"

namespace graphmend::rules::mutated_input {
namespace {

using infer::observed::MutatedInput;

lint::Finding Word(const infer::Observation& observation, const MutatedInput&) {
  return {Subject(observation, "this") + " changes a caller's tensor in place",
          "so the graph runs without CUDA graphs, which its mode asks for",
          "compute a new tensor and return it, or keep the tensor as a buffer of the module"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM605",
    .name = "mutated-input",
    .summary =
        "a tensor that the caller passes in is changed in place, where CUDA graphs are asked for",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::High,
    .on_request = true,
    .on = lint::kOn<MutatedInput>,
    .check = lint::Check<MutatedInput, Word>,
};

}  // namespace graphmend::rules::mutated_input
