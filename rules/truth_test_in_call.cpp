// GM105: a builtin tests the truth of tensor data on its own.
#include "rules/wording.h"

namespace graphmend::rules::truth_test_in_call {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0207", "GB0124", "GB0215", "GB6622"};
using infer::observed::TruthInCall;

std::string Help(const TruthInCall& what) {
  using infer::OperationKind;
  const OperationKind kind = what.by.kind;
  if (kind == OperationKind::AnyAll)
    return "ask the tensor: `torch.stack(values).any()` or `.all()` stays in the graph";
  if (kind == OperationKind::Sort)
    return "sort in the graph with `torch.stack(values).sort()`, or sort by a Python key";
  if (kind == OperationKind::Contains)
    return "compare in the graph: `(t == value).any()` or `torch.isin`";
  if (kind == OperationKind::Filter)
    return "keep all elements and mask them with `torch.where`; how many remain depends on data";
  return "do the test with a tensor operation, which stays in the graph";
}

lint::Finding Word(const infer::Observation& observation, const TruthInCall& what) {
  return Report(observation,
                "data-dependent truth test in " + Subject(observation, "this expression"),
                Name(what.by, "a builtin") + " needs Python bools, but gets tensors", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM105",
    .name = "truth-test-in-call",
    .summary = "a builtin such as any, filter or sorted tests tensor data",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<TruthInCall>,
    .check = lint::Check<TruthInCall, Word>,
};

}  // namespace graphmend::rules::truth_test_in_call
