#include "fixes/counted_places.h"

#include "fix/message_calls.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

namespace {

// `n == 0`, `n > 0`: whether there are any.
bool IsAskedForAny(const Finding& finding, ExprId count) {
  using syntax::CompareOp;
  const auto* compare = finding.If<syntax::Compare>(finding.parents.Parent(count));
  return compare && compare->ops.size() == 1 && compare->left == count &&
         IsLiteralInt(finding, compare->rights[0], 0) &&
         (compare->ops[0] == CompareOp::Eq || compare->ops[0] == CompareOp::NotEq ||
          compare->ops[0] == CompareOp::Gt);
}

}  // namespace

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

std::vector<ExprId> UsesOf(const Finding& finding, ExprId places) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != places) return {places};
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(places);
  return slot && !variables.IsCaptured(*slot) ? variables.Reads(*slot) : std::vector<ExprId>();
}

bool IsGivenToMessage(const Finding& finding, ExprId count) {
  return finding.If<syntax::Call>(finding.parents.Parent(count)) &&
         MessageOf(finding, finding.parents.Statement(count));
}

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

}  // namespace graphmend::fix
