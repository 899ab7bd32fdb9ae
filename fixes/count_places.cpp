// Count the elements of a mask without searching for them.
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::count_places {
namespace {

using syntax::ExprId;

// `len(p)`, `p.shape[0]`, `p.size(0)`, and `p.numel()` where each place is one number.
ExprId CountOf(const Finding& finding, ExprId places, bool single) {
  const ExprId outer = finding.parents.Parent(places);
  if (const auto* call = finding.If<syntax::Call>(outer))
    return call->args.size() == 1 && call->args[0].value == places &&
                   finding.BuiltinName(call->callee) == "len"
               ? outer
               : ExprId();
  const auto* attribute = finding.If<syntax::Attribute>(outer);
  const ExprId next = attribute ? finding.parents.Parent(outer) : ExprId();
  if (!next) return {};
  if (attribute->name == "shape") {
    const auto* item = finding.If<syntax::Subscript>(next);
    return item && item->object == outer && IsLiteralInt(finding, item->index, 0) ? next : ExprId();
  }
  const auto* call = finding.If<syntax::Call>(next);
  if (!call || call->callee != outer) return {};
  if (attribute->name == "size" && call->args.size() == 1 &&
      IsLiteralInt(finding, call->args[0].value, 0))
    return next;
  return attribute->name == "numel" && single && call->args.empty() ? next : ExprId();
}

// Each use of what the places are assigned to, or the places themselves.
std::vector<ExprId> UsesOf(const Finding& finding, ExprId places) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != places) return {places};
  const Variables variables(finding, finding.function);
  const auto slot =
      assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
  if (!slot || variables.OnlyValue(*slot) != places) return {};
  return variables.Reads(*slot);
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding, found->places);
  if (uses.empty()) return std::nullopt;
  Rewriter rewriter(finding);
  std::string asserted;
  for (ExprId use : uses) {
    const ExprId count = CountOf(finding, use, found->single);
    if (!count) return std::nullopt;
    const std::string text = RenderOperand(finding, found->tensor) + ".count_nonzero()";
    const auto* name = finding.If<syntax::Name>(use);
    rewriter.Replace(count, use == found->places ? text : name->id.str());
    asserted = AssertedAsTensor(finding, finding.parents.Statement(count));
    if (use != found->places && uses.front() == use) rewriter.Replace(found->places, text);
  }
  return rewriter.Finish("count without searching", diag::Applicability::Unsafe,
                         "the count is a 0-d tensor, not an int; combined with a tensor of a "
                         "different dtype, the result's dtype may differ" +
                             asserted);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count the elements of a mask without searching for them",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::count_places
