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
using syntax::StmtId;

// `n == 0`, `n > 0`: whether there are any.
bool IsAskedForAny(const Finding& finding, ExprId count) {
  using syntax::CompareOp;
  const auto* compare = finding.If<syntax::Compare>(finding.parents.Parent(count));
  return compare && compare->ops.size() == 1 && compare->left == count &&
         IsLiteralInt(finding, compare->rights[0], 0) &&
         (compare->ops[0] == CompareOp::Eq || compare->ops[0] == CompareOp::NotEq ||
          compare->ops[0] == CompareOp::Gt);
}

// `len(p)`, `p.shape[0]`, `p.size(0)`, and `p.numel()` where each place is one number, or where it
// is only asked whether there are any.
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
  const bool all = attribute->name == "numel" && call->args.empty();
  return all && (single || IsAskedForAny(finding, next)) ? next : ExprId();
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

// `p.numel()`
bool IsNumel(const Finding& finding, ExprId count) {
  const auto* call = finding.If<syntax::Call>(count);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  return method && method->name == "numel";
}

// Whether the count is a variable's that is assigned again: `n += 1` would change the tensor.
bool MayBeChanged(const Finding& finding, ExprId count) {
  const StmtId stmt = finding.parents.Statement(count);
  if (finding.parents.Parent(count) || !finding.If<syntax::Assign>(stmt)) return false;
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(count);
  if (!slot || variables.IsCaptured(*slot)) return true;
  const std::vector<ExprId> reads = variables.Reads(*slot);
  return std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
    return !finding.parents.Parent(read) &&
           finding.If<syntax::Assign>(finding.parents.Statement(read));
  });
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding, found->places);
  if (uses.empty()) return std::nullopt;
  const int rank = finding.Fact(found->tensor).Rank();
  const std::string tensor = RenderOperand(finding, found->tensor);
  Rewriter rewriter(finding);
  std::string asserted, without;
  for (ExprId use : uses) {
    const ExprId count = CountOf(finding, use, found->single || rank == 1);
    if (!count || MayBeChanged(finding, count)) return std::nullopt;
    // Places without coordinates have no numbers, however many there are.
    if (!found->single && rank <= 0 && IsNumel(finding, count)) {
      if (rank == 0) return std::nullopt;
      without = "; of a `" + tensor + "` without dimensions none is counted";
    }
    const std::string text = tensor + ".count_nonzero()";
    const auto* name = finding.If<syntax::Name>(use);
    rewriter.Replace(count, use == found->places ? text : name->id.str());
    asserted = AssertedAsTensor(finding, finding.parents.Statement(count));
    if (use != found->places && uses.front() == use) rewriter.Replace(found->places, text);
  }
  return rewriter.Finish("count without searching", diag::Applicability::Unsafe,
                         "the count is a 0-d tensor, not an int; combined with a tensor of a "
                         "different dtype, the result's dtype or last bits may differ" +
                             without + asserted);
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
