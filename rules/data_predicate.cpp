// GM108: a call answers a question about tensor data with a Python bool.
#include "rules/wording.h"

namespace graphmend::rules::data_predicate {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0033", "GB0208", "GB0170", "GB0088",
                                  "GB4501", "GB5976", "GB9316"};
using infer::observed::DataPredicate;

using infer::OperationKind;

// id(), hash() and data_ptr() of a tensor: numbers that only the running program has.
bool IsRuntimeNumber(OperationKind kind) {
  return kind == OperationKind::Id || kind == OperationKind::Hash ||
         kind == OperationKind::DataPointer;
}

std::string Help(const DataPredicate& what) {
  const OperationKind kind = what.by.kind;
  if (kind == OperationKind::AllClose)
    return "use `torch.isclose(a, b).all()`, whose result is a tensor";
  if (kind == OperationKind::Equal)
    return "use `(a == b).all()`, whose result is a tensor, where the shapes are the same";
  if (kind == OperationKind::SameSize) return "compare the shapes: `a.shape == b.shape`";
  if (kind == OperationKind::IsNonzero) return "use `t != 0`, whose result is a tensor";
  if (kind == OperationKind::Id) return "compare with `is`, which is traced";
  if (kind == OperationKind::Hash)
    return "use a key that is known while tracing: a name, a shape, a dtype";
  if (kind == OperationKind::DataPointer)
    return "compare the tensors with `is`, or outside the compiled code";
  return "use an elementwise comparison, whose result is a tensor, or do this outside the compiled "
         "code";
}

lint::Finding Word(const infer::Observation& observation, const DataPredicate& what) {
  if (IsRuntimeNumber(what.by.kind))
    return Report(
        observation,
        "`" + what.by.name + "` of a tensor needed in " + Subject(observation, "this expression"),
        "is known only while the program runs", Help(what));
  return Report(observation, "data-dependent Python bool from " + Subject(observation, "this call"),
                "returns a Python bool that depends on the tensor's values", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM108",
    .name = "data-predicate",
    .summary = "a call answers a question about tensor data with a Python bool",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<DataPredicate>,
    .check = lint::Check<DataPredicate, Word>,
};

}  // namespace graphmend::rules::data_predicate
