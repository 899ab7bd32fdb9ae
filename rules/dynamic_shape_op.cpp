// GM401: the shape of an operation's result depends on data.
#include "rules/wording.h"

namespace graphmend::rules::dynamic_shape_op {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0036", "GB0037", "GB0246"};
using infer::observed::DynamicShape;

std::string Help(const DynamicShape& what) {
  using infer::OperationKind;
  const OperationKind kind = what.by.kind;
  if (kind == OperationKind::Nonzero)
    return "keep the mask and use `torch.where(mask, a, b)`, or bound the count with "
           "`torch.nonzero_static(..., size=n)`";
  if (kind == OperationKind::WherePlaces)
    return "keep the mask and use `torch.where(mask, a, b)`; with one argument `where` is "
           "`nonzero`";
  if (kind == OperationKind::MaskedSelect)
    return "keep all elements and mask them: `torch.where(mask, x, 0)`";
  if (kind == OperationKind::RepeatInterleave)
    return "pass `output_size=`, or repeat by a Python number";
  if (kind == OperationKind::OneHot) return "pass `num_classes`";
  if (kind == OperationKind::BinCount)
    return "count with `torch.zeros(n).scatter_add_(0, index, ones)`, whose size is known";
  return "use an operation whose result size follows from the shapes of its arguments";
}

lint::Finding Word(const infer::Observation& observation, const DynamicShape& what) {
  return Report(observation, "data-dependent output shape of " + Name(what.by, "this operation"),
                "the size of the result depends on the tensor's values", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM401",
    .name = "dynamic-shape-op",
    .summary = "the shape of an operation's result depends on tensor data",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<DynamicShape>,
    .check = lint::Check<DynamicShape, Word>,
};

}  // namespace graphmend::rules::dynamic_shape_op
