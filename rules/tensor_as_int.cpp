// GM107: a 0-d tensor stands where Python or an operation needs a number.
#include "rules/wording.h"

namespace graphmend::rules::tensor_as_int {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0124", "GB0033", "GB0038", "GB0070", "GB7596"};
using infer::observed::TensorAsInt;

using Place = TensorAsInt::Place;

// What the number is, where the language takes it and not a function.
std::string_view NumberOf(Place place) {
  switch (place) {
    case Place::Index: return "index";
    case Place::ListIndex: return "list index";
    case Place::SliceBound: return "slice bound";
    case Place::Argument: break;
  }
  return "";
}

std::string Help(const TensorAsInt& what) {
  if (what.place == Place::SliceBound || what.by.kind == infer::OperationKind::SliceBound)
    return "slice by a size that Python knows and mask the rest: "
           "`torch.arange(x.shape[0]) < n`";
  if (what.place != Place::Argument)
    return "index with a 1-d tensor: `x.index_select(0, i.reshape(1)).squeeze(0)` to read, "
           "`x[i.reshape(1)] = v` to write";
  return "pass a Python number, from a shape or from configuration; a size that depends on data "
         "cannot be in the graph";
}

lint::Finding Word(const infer::Observation& observation, const TensorAsInt& what) {
  const std::string subject = Subject(observation, "this expression");
  if (what.place == Place::Argument)
    return Report(observation, "data-dependent number passed to " + Name(what.by, "a function"),
                  "needs a Python number, but gets a 0-d tensor", Help(what));
  return Report(observation,
                "data-dependent " + std::string(NumberOf(what.place)) + " in " + subject,
                "needs a Python int, but gets a 0-d tensor", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM107",
    .name = "tensor-as-int",
    .summary = "a 0-d tensor is used as an index, slice bound or size",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<TensorAsInt>,
    .check = lint::Check<TensorAsInt, Word>,
};

}  // namespace graphmend::rules::tensor_as_int
