#include "fix/result_uses.h"

#include <algorithm>

#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using models::OpKind;
using syntax::ExprId;
using syntax::StmtId;

template <class Ask>
bool ResultUses::Any(const std::string& name, Ask ask) const {
  for (flow::BlockId block : terms_.flow().graph().order)
    for (const flow::Inst& inst : terms_.flow().graph().blocks[block].insts) {
      const auto* load = std::get_if<flow::Load>(&inst.node);
      if (!load || !inst.expr || finding_.Text(inst.expr) != name) continue;
      if (inst.span.begin >= code_.begin && inst.span.end <= code_.end) continue;
      if (ask(inst.expr, inst.span.begin < code_.begin)) return true;
    }
  return false;
}

bool ResultUses::MayBeHeld(const std::string& name) const {
  return Any(name, [this](ExprId load, bool before) {
    return before ? MayHandOn(load) : ChangesInPlace(load);
  });
}

bool ResultUses::MayBeHeldBefore(const std::string& name) const {
  return Any(name, [this](ExprId load, bool before) { return before && MayHandOn(load); });
}

bool ResultUses::IsShown(const std::string& name) const {
  return Any(name, [this](ExprId load, bool) {
    return ShowsIt(load) || ChangesInPlace(load) || (IsViewed(load) && ChangesTensors());
  });
}

bool ResultUses::ShowsIt(ExprId load) const {
  const ExprId outer = finding_.parents.Parent(load);
  if (finding_.If<syntax::FString>(outer)) return true;
  if (IsKeptElsewhere(load)) return true;
  const auto* attribute = finding_.If<syntax::Attribute>(outer);
  const ExprId user = attribute ? finding_.parents.Parent(outer) : outer;
  const auto* call = finding_.If<syntax::Call>(user);
  if (attribute && !(call && call->callee == outer)) return !terms_.IsStatic(outer);
  if (!call) return false;
  if (!attribute && terms_.OperationOf(user).op == OpKind::Unknown) return true;
  const std::string_view callee = finding_.NameOf(call->callee);
  if (attribute) {  // detach() shares its memory
    const models::OpKind kind = terms_.OperationOf(user).op;
    return kind == OpKind::Unknown || attribute->name == "detach";
  }
  return callee == "print" || callee == "str" || callee == "repr" || callee == "format" ||
         callee.starts_with("builtins.") || callee.starts_with("logging.") ||
         callee.starts_with("warnings.");
}

// `z = y`, `for part in (y, x)`, `kept = [y]`: what is then done with it is not followed.
bool ResultUses::IsKeptElsewhere(ExprId load) const {
  ExprId top = load;
  while (finding_.If<syntax::Sequence>(finding_.parents.Parent(top)))
    top = finding_.parents.Parent(top);
  if (finding_.parents.Parent(top)) return false;
  const StmtId stmt = finding_.parents.Statement(top);
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  return (assign && assign->value == top) || finding_.If<syntax::For>(stmt);
}

// `y[:1]`, `y.view(-1)`, `torch.squeeze(y)`: what is done with the view is not followed.
bool ResultUses::IsViewed(ExprId load) const {
  const ExprId outer = finding_.parents.Parent(load);
  const auto* item = finding_.If<syntax::Subscript>(outer);
  if (item) return item->object == load;
  const bool method = finding_.If<syntax::Attribute>(outer);
  const ExprId call = method ? finding_.parents.Parent(outer) : outer;
  return finding_.If<syntax::Call>(call) && terms_.OperationOf(call).op == OpKind::View;
}

bool ResultUses::ChangesTensors() const {
  for (flow::BlockId block : terms_.flow().graph().order)
    for (const flow::Inst& inst : terms_.flow().graph().blocks[block].insts)
      if (inst.expr && finding_.Fact(inst.expr).MayBe(infer::FactKind::Tensor) &&
          IsChanged(finding_, inst.expr))
        return true;
  return false;
}

bool ResultUses::MayHandOn(ExprId load) const {
  const ExprId outer = finding_.parents.Parent(load);
  if (!outer) return true;
  if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer)) return false;
  if (finding_.If<syntax::Attribute>(outer)) {
    const ExprId call = finding_.parents.Parent(outer);
    if (!finding_.If<syntax::Call>(call)) return !terms_.IsStatic(outer);
    return IsHandedOnBy(call);
  }
  return !finding_.If<syntax::Call>(outer) || IsHandedOnBy(outer);
}

bool ResultUses::IsHandedOnBy(ExprId call) const {
  const OpKind kind = terms_.OperationOf(call).op;
  return kind == OpKind::Unknown || kind == OpKind::View;
}

bool ResultUses::ChangesInPlace(ExprId load) const {
  const ExprId outer = finding_.parents.Parent(load);
  const auto* method = finding_.If<syntax::Attribute>(outer);
  if (method && method->name.text().ends_with("_")) return true;
  const StmtId stmt = finding_.parents.Statement(load);
  if (finding_.If<syntax::AugAssign>(stmt)) return true;
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  return assign && finding_.If<syntax::Subscript>(outer) &&
         std::find(assign->targets.begin(), assign->targets.end(), outer) != assign->targets.end();
}

}  // namespace graphmend::fix
