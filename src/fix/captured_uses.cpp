#include "fix/captured_uses.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "fix/function_flows.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::StmtId;

bool CapturedUses::Goes(ExprId expr, In in, Follow follow) {
  // Each use asks for names and facts, and what follows a value asks again for each finding.
  constexpr std::int64_t kOfUse = 16;
  if (!finding_.flows.budget().Spend(kOfUse)) return false;
  const ExprId outer = finding_.parents.Parent(expr);
  if (outer) return (this->*in)(expr, outer);
  const StmtId stmt = finding_.parents.Statement(expr);
  if (finding_.If<syntax::ExprStmt>(stmt)) return true;
  if (finding_.If<syntax::Return>(stmt)) return is_entry_;
  if (const auto* assign = finding_.If<syntax::Assign>(stmt); assign && assign->value == expr)
    return std::all_of(assign->targets.begin(), assign->targets.end(),
                       [&](ExprId target) { return Assigned(target, follow); });
  const auto* aug = finding_.If<syntax::AugAssign>(stmt);
  if (aug && aug->value == expr && follow == &CapturedUses::Number)
    return IsTensor(aug->target) || Assigned(aug->target, follow);
  return false;
}

bool CapturedUses::Assigned(ExprId target, Follow follow) {
  if (const auto* several = finding_.If<syntax::Sequence>(target)) {
    Follow one = follow == &CapturedUses::Numbers     ? &CapturedUses::Number
                 : follow == &CapturedUses::SizedOnes ? &CapturedUses::Sized
                                                      : nullptr;
    return one && std::all_of(several->items.begin(), several->items.end(),
                              [&](ExprId item) { return Assigned(item, one); });
  }
  // `y[i] = …`
  const auto* item = finding_.If<syntax::Subscript>(target);
  if (item && IsTensor(item->object)) return true;
  const std::optional<std::uint32_t> slot = variables_.SlotOf(target);
  if (!slot || variables_.IsCaptured(*slot)) return false;
  if (!seen_.insert(*slot).second) return true;
  for (ExprId read : variables_.Reads(*slot))
    if (!(this->*follow)(read)) return false;
  return true;
}

bool CapturedUses::IsNumber(ExprId expr) const {
  return finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar);
}

bool CapturedUses::NumberIn(ExprId expr, ExprId outer) {
  if (finding_.If<syntax::Binary>(outer)) return NumberInSum(expr, outer);
  if (const auto* unary = finding_.If<syntax::Unary>(outer))
    return unary->op == syntax::UnaryOp::Negate && Number(outer);
  if (const auto* compare = finding_.If<syntax::Compare>(outer))
    return may_break_ || (compare->ops.size() == 1 &&
                          IsTensor(compare->left == expr ? compare->rights[0] : compare->left));
  if (finding_.If<syntax::Slice>(outer)) return SliceIn(outer);
  if (IsDisplay(outer)) return PartOfTuple(outer) || IsReturned(outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return item->index == expr && IsTensor(item->object);
  const auto* call = finding_.If<syntax::Call>(outer);
  if (!call || call->callee == expr) return false;
  const std::string_view builtin = finding_.BuiltinName(call->callee);
  if (builtin == "int" || builtin == "float" || builtin == "min" || builtin == "max")
    return Number(outer);
  return finding_.Fact(call->callee).traits.Has(Trait::Symbols) && Sized(outer);
}

// `x * n`, `n + 1`
bool CapturedUses::NumberInSum(ExprId expr, ExprId sum) {
  using syntax::BinaryOp;
  const auto& binary = *finding_.If<syntax::Binary>(sum);
  constexpr std::array kLinear = {BinaryOp::Add, BinaryOp::Sub,      BinaryOp::Mul,
                                  BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod};
  const ExprId other = binary.left == expr ? binary.right : binary.left;
  return std::find(kLinear.begin(), kLinear.end(), binary.op) != kLinear.end() &&
         (IsTensor(other) || (IsNumber(other) && Number(sum)));
}

bool CapturedUses::IsBounded(ExprId expr) const {
  const auto* call = finding_.If<syntax::Call>(expr);
  const std::string_view name = call ? finding_.BuiltinName(call->callee) : std::string_view();
  return name == "min" || name == "max";
}

bool CapturedUses::SliceIn(ExprId slice) {
  const auto& bounds = *finding_.If<syntax::Slice>(slice);
  if (IsBounded(bounds.lower) || IsBounded(bounds.upper)) return false;
  ExprId item = finding_.parents.Parent(slice);
  if (finding_.If<syntax::Sequence>(item)) item = finding_.parents.Parent(item);
  const auto* subscript = finding_.If<syntax::Subscript>(item);
  // As a target, inductor asks for the size (2.13).
  return subscript && IsTensor(subscript->object) && !IsTarget(finding_, item) && Sized(item);
}

bool CapturedUses::PartOfTuple(ExprId tuple) {
  const auto* display = finding_.If<syntax::Sequence>(tuple);
  if (!display || display->kind != syntax::SequenceKind::Tuple) return false;
  const ExprId outer = finding_.parents.Parent(tuple);
  if (!outer) return is_entry_ && finding_.If<syntax::Return>(finding_.parents.Statement(tuple));
  if (const auto* item = finding_.If<syntax::Subscript>(outer)) return IsTensor(item->object);
  const auto* call = finding_.If<syntax::Call>(outer);
  return call && finding_.Fact(call->callee).traits.Has(Trait::Symbols) && Sized(outer);
}

bool CapturedUses::IsDisplay(ExprId expr) const {
  return finding_.If<syntax::Sequence>(expr) || finding_.If<syntax::Dict>(expr);
}

bool CapturedUses::IsReturned(ExprId display) const {
  while (const ExprId outer = finding_.parents.Parent(display)) {
    const auto* written = finding_.If<syntax::Sequence>(outer);
    if (!finding_.If<syntax::Dict>(outer) &&
        (!written || written->kind == syntax::SequenceKind::Set))
      return false;
    display = outer;
  }
  return is_entry_ && finding_.If<syntax::Return>(finding_.parents.Statement(display));
}

bool CapturedUses::NumbersIn(ExprId expr, ExprId outer) {
  const auto* call = finding_.If<syntax::Call>(outer);
  return call && call->callee != expr &&
         finding_.Fact(call->callee).traits.Has(Trait::NumbersAsSymbols) && SizedOnes(outer);
}

bool CapturedUses::SizedIn(ExprId, ExprId outer) {
  if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer))
    return Sized(outer);
  if (finding_.If<syntax::Unary>(outer)) return !IsNot(outer) && Sized(outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return IsTensor(item->object) && (IsTarget(finding_, outer) || Sized(outer));
  if (finding_.If<syntax::Sequence>(outer)) return SizedInDisplay(outer);
  if (finding_.If<syntax::Attribute>(outer)) return SizedInMember(outer);
  const auto* call = finding_.If<syntax::Call>(outer);
  if (!call) return false;
  return finding_.BuiltinName(call->callee) == "len" ? Number(outer) : SizedArgument(outer);
}

// `torch.cat([y, z])`, `return y, z`, `x[i, y]`
bool CapturedUses::SizedInDisplay(ExprId display) {
  const ExprId outer = finding_.parents.Parent(display);
  if (outer && finding_.If<syntax::Call>(outer)) return SizedArgument(outer);
  return finding_.If<syntax::Sequence>(display)->kind == syntax::SequenceKind::Tuple &&
         (PartOfTuple(display) || (outer && finding_.If<syntax::Subscript>(outer) && Sized(outer)));
}

// `y.T`, `y.shape[0]`, `y.numel()`, `y.sum()`
bool CapturedUses::SizedInMember(ExprId member) {
  const base::Symbol name = finding_.If<syntax::Attribute>(member)->name;
  if (name == "T" || name == "mT") return Sized(member);
  const ExprId next = finding_.parents.Parent(member);
  if (name == "shape") {
    const auto* item = finding_.If<syntax::Subscript>(next);
    return item && item->object == member && Number(next);
  }
  const auto* call = finding_.If<syntax::Call>(next);
  if (!call || call->callee != member) return false;
  if (name == "numel" || (name == "size" && !call->args.empty())) return Number(next);
  return SizedArgument(next);
}

bool CapturedUses::IsNot(ExprId expr) const {
  return finding_.If<syntax::Unary>(expr)->op == syntax::UnaryOp::Not;
}

bool CapturedUses::SizedArgument(ExprId expr) {
  const models::Traits traits = finding_.Fact(finding_.If<syntax::Call>(expr)->callee).traits;
  const bool known = traits.op == OpKind::Elementwise || traits.op == OpKind::Combining ||
                     traits.op == OpKind::Test || traits.op == OpKind::Reduction ||
                     traits.Has(Trait::Sized);
  return known && Sized(expr);
}

bool CapturedUses::SizedOnesIn(ExprId expr, ExprId outer) {
  if (const auto* item = finding_.If<syntax::Subscript>(outer)) {
    if (item->index == expr) return IsTensor(item->object) && Sized(outer);
    return finding_.If<syntax::Literal>(item->index) && Sized(outer);
  }
  return false;
}

}  // namespace graphmend::fix
