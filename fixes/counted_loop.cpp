#include "counted_loop.h"

#include <algorithm>
#include <string_view>

#include "counted_places.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::ExprId;
using syntax::StmtId;

// The loop around the guard, or that goes through what the statement reads.
bool CountedLoop::FindLoop() {
  StmtId stmt = finding_.stmt;
  if (finding_.If<syntax::If>(stmt)) stmt = finding_.parents.Parent(stmt);
  if (finding_.If<syntax::For>(stmt)) loop_ = stmt;
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  const auto slot =
      assign && assign->targets.size() == 1 ? SlotOf(assign->targets[0]) : std::nullopt;
  if (slot)
    for (ExprId read : variables_.Reads(*slot)) {
      const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(read));
      if (loop && IsIn(read, finding_.tree()[loop->iterable].span))
        loop_ = finding_.parents.Statement(read);
    }
  return loop_ && For().orelse.empty() && !For().is_async && rewriter_.HasOwnLines(loop_);
}

// `if n == 0: continue`
bool CountedLoop::FindGuard() {
  for (StmtId stmt : For().body) {
    const auto* branch = finding_.If<syntax::If>(stmt);
    if (!branch || !branch->orelse.empty() || !rewriter_.HasOwnLines(stmt)) continue;
    const bool skips = branch->body.size() == 1 && finding_.If<syntax::Continue>(branch->body[0]);
    const ExprId tested = skips ? IsNone(branch->test) : IsSome(branch->test);
    const auto slot = tested ? SlotOf(tested) : std::nullopt;
    if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1) continue;
    guard_ = stmt;
    count_ = *slot;
    wraps_ = !skips;
  }
  return bool(guard_);
}

// `n == 0`, `n < 1`, `n <= 0`, `not n`: what is asked.
ExprId CountedLoop::IsNone(ExprId test) const {
  if (const auto* unary = finding_.If<syntax::Unary>(test))
    return unary->op == syntax::UnaryOp::Not ? unary->operand : ExprId();
  const auto* compare = finding_.If<syntax::Compare>(test);
  if (!compare || compare->ops.size() != 1) return {};
  const bool below = compare->ops[0] == CompareOp::Lt;
  const bool zero = compare->ops[0] == CompareOp::Eq || compare->ops[0] == CompareOp::LtE;
  return (below || zero) && IsLiteralInt(finding_, compare->rights[0], below ? 1 : 0)
             ? compare->left
             : ExprId();
}

// `n > 0`, `n != 0`, `n >= 1`, `n`
ExprId CountedLoop::IsSome(ExprId test) const {
  const auto* compare = finding_.If<syntax::Compare>(test);
  if (!compare) return test;
  const bool above = compare->ops[0] == CompareOp::GtE;
  const bool zero = compare->ops[0] == CompareOp::Gt || compare->ops[0] == CompareOp::NotEq;
  return compare->ops.size() == 1 && (above || zero) &&
                 IsLiteralInt(finding_, compare->rights[0], above ? 1 : 0)
             ? compare->left
             : ExprId();
}

// What the loop goes through to give the number: `counts` of `zip(experts, counts)`.
ExprId CountedLoop::Listed() const {
  const auto* call = finding_.If<syntax::Call>(For().iterable);
  if (SlotOf(For().target) == count_) return For().iterable;
  const auto* targets = finding_.If<syntax::Sequence>(For().target);
  const std::string_view name = call ? finding_.BuiltinName(call->callee) : std::string_view();
  if (!targets || (name != "enumerate" && name != "zip")) return {};
  for (std::size_t i = 0; i < targets->items.size(); ++i) {
    if (SlotOf(targets->items[i]) != count_) continue;
    const std::size_t at = name == "zip" ? i : 0;
    if ((name == "enumerate" && (i != 1 || call->args.size() != 1)) || at >= call->args.size())
      return {};
    return call->args[at].kind == syntax::ArgKind::Positional ? call->args[at].value : ExprId();
  }
  return {};
}

// Of `counts.cpu().numpy()`, `counts.tolist()` the tensor.
ExprId CountedLoop::TensorOf(ExprId value) const {
  for (ExprId inner; value; value = inner) {
    const auto* call = finding_.If<syntax::Call>(value);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const bool moved = method && call->args.empty() &&
                       (method->name == "cpu" || method->name == "numpy" ||
                        method->name == "tolist" || method->name == "detach");
    if (!moved) return value;
    inner = method->object;
  }
  return {};
}

bool CountedLoop::FindCounts() {
  listed_ = Listed();
  if (!listed_) return false;
  ExprId made = listed_;
  if (SlotOf(listed_)) {
    const Definitions& found = terms_.flow().Of(listed_);
    const flow::Inst* one = found.size() == 1 ? *found.begin() : nullptr;
    const ExprId value = one ? terms_.ValueOf(one) : ExprId();
    const auto* assign = one ? finding_.If<syntax::Assign>(one->stmt) : nullptr;
    // A list or an array that holds it for the loop alone.
    if (value && TensorOf(value) != value) {
      if (!assign || assign->value != value || assign->targets.size() != 1 ||
          !rewriter_.HasOwnLines(one->stmt) || !IsReadOnce(*one, *SlotOf(listed_)))
        return false;
      made = value;
      made_in_ = one->stmt;
    }
  }
  tensor_ = TensorOf(made);
  const infer::ExprFact& fact = finding_.Fact(tensor_);
  // What breaks the graph in it is mended first.
  if (!IsTensor(fact) || fact.tensor->numpy || finding_.Breaks(finding_.tree()[tensor_].span))
    return false;
  rank_ = fact.Rank();
  // Numbers that are no ints would bound no slice.
  const bool fractions =
      fact.tensor->dtype == values::DType::Float || fact.tensor->dtype == values::DType::Complex;
  return (rank_ == 1 || rank_ < 0) && !fractions;
}

// Whether nothing but the loop finds what the statement gives the variable.
bool CountedLoop::IsReadOnce(const flow::Inst& definition, std::uint32_t slot) const {
  for (ExprId read : variables_.Reads(slot))
    if (read != listed_ && terms_.flow().Of(read).contains(&definition)) return false;
  return !variables_.IsCaptured(slot);
}

// `start + n`
bool CountedLoop::IsEnd(ExprId expr) const {
  const auto* sum = finding_.If<syntax::Binary>(expr);
  if (!sum || sum->op != BinaryOp::Add) return false;
  const auto left = SlotOf(sum->left), right = SlotOf(sum->right);
  return (left == start_ && right == count_) || (left == count_ && right == start_);
}

// `x[start:end]`, `x[start : start + n]`
bool CountedLoop::IsCut(ExprId expr) {
  const auto* item = finding_.If<syntax::Subscript>(expr);
  const ExprId first = item ? TupleItems(finding_.tree(), item->index)[0] : ExprId();
  const auto* slice = finding_.If<syntax::Slice>(first);
  if (!slice || !slice->lower || !slice->upper || slice->step) return false;
  const auto start = SlotOf(slice->lower);
  if (!start || (start_ && start_ != start)) return false;
  start_ = start;
  if (const auto end = SlotOf(slice->upper)) {
    if (end_ && end_ != end) return false;
    end_ = end;
    return true;
  }
  return IsEnd(slice->upper);
}

// Whether all that is cut begins where the group before it ended.
bool CountedLoop::FindBounds() {
  ForEachInside(finding_, span(), [&](ExprId part) {
    if (IsCut(part)) cuts_.push_back(part);
  });
  if (cuts_.empty() || !start_ || variables_.IsCaptured(*start_)) return false;
  return IsSetOnce() && IsMovedOn() && ReadsAreBounds();
}

// `end = start + n`
bool CountedLoop::IsSetOnce() const {
  if (!end_) return true;
  const auto stores = variables_.Stores(*end_);
  const auto* assign = stores.size() == 1 ? finding_.If<syntax::Assign>(stores[0]->stmt) : nullptr;
  return assign && assign->targets.size() == 1 && IsEnd(assign->value) &&
         !variables_.IsCaptured(*end_) && IsInBody(stores[0]->stmt);
}

bool CountedLoop::IsInBody(StmtId stmt) const {
  const auto holds = [&](syntax::StmtList body) {
    return std::find(body.begin(), body.end(), stmt) != body.end();
  };
  return holds(For().body) || (wraps_ && holds(finding_.If<syntax::If>(guard_)->body));
}

// `start = 0` before the loop, `start = end` or `start += n` in it, once.
bool CountedLoop::IsMovedOn() const {
  bool moved = false;
  for (const flow::Inst* store : variables_.Stores(*start_)) {
    const auto* assign = finding_.If<syntax::Assign>(store->stmt);
    if (!span().Contains(store->span)) {
      if (!IsLiteralInt(finding_, terms_.ValueOf(store), 0)) return false;
      continue;
    }
    const auto* aug = finding_.If<syntax::AugAssign>(store->stmt);
    const bool on = aug ? aug->op == BinaryOp::Add && SlotOf(aug->value) == count_
                        : assign && assign->targets.size() == 1 &&
                              (IsEnd(assign->value) || (end_ && SlotOf(assign->value) == end_));
    if (moved || !on || !IsInBody(store->stmt)) return false;
    moved = true;
  }
  return moved && !variables_.IsParameter(*start_);
}

// Whether the expression stands in one of the cuts, perhaps as `start + n`.
bool CountedLoop::IsInCut(ExprId expr) const {
  return std::any_of(cuts_.begin(), cuts_.end(), [&](ExprId cut) {
    return IsIn(expr, finding_.tree()[finding_.If<syntax::Subscript>(cut)->index].span);
  });
}

// Whether it goes to where a group begins or ends: `start += n`, `end = start + n`, `start = end`.
bool CountedLoop::MovesBound(ExprId read) const {
  const StmtId stmt = finding_.parents.Statement(read);
  const auto* aug = finding_.If<syntax::AugAssign>(stmt);
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  const bool one = aug || (assign && assign->targets.size() == 1);
  const auto target = one ? SlotOf(aug ? aug->target : assign->targets[0]) : std::nullopt;
  const ExprId outer = finding_.parents.Parent(read);
  return target && IsBound(*target) &&
         (!outer || (IsEnd(outer) && !finding_.parents.Parent(outer)));
}

// Nothing else asks for the numbers.
bool CountedLoop::ReadsAreBounds() const {
  std::vector<std::uint32_t> slots = {count_, *start_};
  if (end_) slots.push_back(*end_);
  for (std::uint32_t slot : slots)
    for (ExprId read : variables_.Reads(slot)) {
      const bool fine =
          span().Contains(finding_.tree()[read].span) &&
          (finding_.parents.Statement(read) == guard_ || IsInCut(read) || MovesBound(read));
      if (!fine) return false;
    }
  return true;
}

}  // namespace graphmend::fix
