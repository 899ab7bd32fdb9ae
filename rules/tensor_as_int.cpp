// GM107: a 0-d tensor stands where Python or an operation needs a number.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0124", "GB0033", "GB0038", "GB0070", "GB7596"};
using infer::OperationKind;

constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::TensorAsInt};

std::string Help(const infer::Observation& observation) {
  if (observation.operation_kind == OperationKind::SliceBound)
    return "slice by a size that Python knows and mask the rest: "
           "`torch.arange(x.shape[0]) < n`";
  if (observation.operation_kind == OperationKind::Index)
    return "index with a 1-d tensor: `x.index_select(0, i.reshape(1)).squeeze(0)` to read, "
           "`x[i.reshape(1)] = v` to write";
  return "pass a Python number, from a shape or from configuration; a size that depends on data "
         "cannot be in the graph";
}

lint::Finding Check(const infer::Observation& observation) {
  // A place of the language ("slice bound", "index") or the function that takes the number.
  const bool place = observation.operation_kind == OperationKind::Index ||
                     observation.operation_kind == OperationKind::SliceBound;
  std::string cause = Subject(observation, "this expression") + " uses a 0-d tensor as ";
  cause += place ? observation.operation : "a number in " + Operation(observation, "this place");
  return Report(observation, cause + ", so its value must be known, which", Help(observation));
}

}  // namespace

extern constinit const lint::Rule tensor_as_int = {
    .code = "GM107",
    .name = "tensor-as-int",
    .summary = "a 0-d tensor is used as index, slice bound or size",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
