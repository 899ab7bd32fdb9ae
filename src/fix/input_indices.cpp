#include "fix/input_indices.h"

#include <algorithm>
#include <utility>

#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

using syntax::ExprId;

namespace {

// `w[t]` of a parameter that is a 0-d tensor of whole numbers.
bool IsByInput(const Finding& finding, const Variables& variables, ExprId expr) {
  const auto* item = finding.If<syntax::Subscript>(expr);
  const auto slot = item ? variables.SlotOf(item->index) : std::nullopt;
  if (!slot || !variables.IsParameter(*slot) || !variables.Stores(*slot).empty() ||
      IsTarget(finding, expr) || !IsTensor(finding.Fact(item->object)))
    return false;
  const infer::ExprFact& index = finding.Fact(item->index);
  return IsTensor(index) && index.tensor->rank == 0 && index.tensor->dtype == values::DType::Int &&
         !finding.Breaks(finding.tree()[expr].span);
}

bool Overlap(const std::vector<diag::Edit>& edits, source::Span span) {
  return std::any_of(edits.begin(), edits.end(), [&](const diag::Edit& edit) {
    return edit.span.begin < span.end && span.begin < edit.span.end;
  });
}

}  // namespace

void IndexByInputs(const Finding& finding, diag::Fix& fix) {
  if (!finding.function || fix.applicability != diag::Applicability::Unsafe) return;
  const Variables variables(finding, finding.function);
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId part) {
    const source::Span span = finding.tree()[part].span;
    if (!IsByInput(finding, variables, part) || Overlap(fix.edits, span)) return;
    Finding at = finding;
    at.kind = infer::ObservationKind::TensorAsInt;
    at.expr = part;
    at.stmt = finding.parents.Statement(part);
    std::optional<Proposal> made = FindFix("index_by_tensor")->Propose(at);
    auto* one = made ? std::get_if<diag::Fix>(&*made) : nullptr;
    if (!one) return;
    // Other fixes of the function may add the same.
    fix.shared.insert(fix.shared.end(), one->edits.begin(), one->edits.end());
    AddDifference(fix.difference, one->difference);
  });
}

}  // namespace graphmend::fix
