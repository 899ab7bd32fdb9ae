// What is captured, from call to call: into functions of the program and back.
#include "fix/captured_uses.h"

#include <algorithm>
#include <utility>

#include "fix/function_flows.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

// What a function gives back goes on where it is called.
bool CapturedUses::Returned(Captured kind, ExprId expr) {
  const FunctionId function = finding().parents.FunctionOf(expr);
  if (IsEntry(function)) return Leaves(kind);
  if (!given_back_.insert({here_, function.index, Standing(), kind}).second) return true;
  return AtCalls(kind, function, [&](ExprId call) { return Goes(kind, call); });
}

// Compiled code gives it back, as it may.
bool CapturedUses::Leaves(Captured kind) {
  leaves_ |= kind == Captured::Number || kind == Captured::Numbers || kind == Captured::Rows;
  return true;
}

// Whether it holds where the function gives something back: at the call that it was handed to the
// function by, or at all calls, some of which may be elsewhere.
bool CapturedUses::AtCalls(Captured kind, FunctionId function, const Holds& holds) {
  const Context handed = contexts_[context_];
  if (handed.in == here_ && handed.function == function)
    return FromCall(handed.called_in, handed.call, handed.outer, holds);
  LeavesBy(function);
  Leaves(kind);
  const std::vector<ExprId> calls = here_->calls.Of(function);
  return std::all_of(calls.begin(), calls.end(), holds);
}

// Whether it holds of the call, which is in that file, and led to by those calls.
bool CapturedUses::FromCall(Here* caller, ExprId call, std::size_t outer, const Holds& holds) {
  const std::size_t inside = std::exchange(context_, outer);
  Here* const there = std::exchange(here_, caller);
  const bool held = holds(call);
  here_ = there;
  context_ = inside;
  return held;
}

// The chain of calls that is one longer; nothing where a function calls itself: by then something
// else was passed.
std::optional<std::size_t> CapturedUses::ContextOf(Here* there, FunctionId function, ExprId call) {
  for (std::size_t at = context_; at != 0; at = contexts_[at].outer)
    if (contexts_[at].in == there && contexts_[at].function == function) return std::nullopt;
  const auto [known, is_new] =
      context_of_.try_emplace({context_, here_, call.index}, contexts_.size());
  if (is_new) contexts_.push_back({there, function, here_, call, context_});
  return known->second;
}

// What the function gives back may go to callers elsewhere, too.
void CapturedUses::LeavesBy(FunctionId function) {
  returned_by_.insert(finding().tree()[function].name.str());
}

// What the call that it was handed to the function by passes for the parameter that the name reads,
// or else the default; none where it may hold something else by now.
ExprId CapturedUses::PassedFor(ExprId name) {
  const Context& handed = contexts_[context_];
  if (handed.in != here_ || handed.function != finding().parents.FunctionOf(name)) return {};
  const Variables& variables = In(handed.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(name);
  if (!slot || !variables.IsParameter(*slot) || variables.IsCaptured(*slot) ||
      !variables.Stores(*slot).empty())
    return {};
  return handed.called_in->calls.Argument(handed.call, finding().tree(), handed.function, *slot);
}

// What the test is, where it asks for what the call passes, or for what no graph has.
std::optional<bool> CapturedUses::TruthByCall(ExprId test) {
  if (const auto* unary = finding().If<syntax::Unary>(test)) {
    const bool is_not = unary->op == syntax::UnaryOp::Not;
    const std::optional<bool> truth = is_not ? TruthByCall(unary->operand) : std::nullopt;
    return truth ? std::optional(!*truth) : std::nullopt;
  }
  if (const auto* both = finding().If<syntax::BoolOp>(test)) {
    const std::optional<bool> left = TruthByCall(both->left), right = TruthByCall(both->right);
    const bool decides = both->op == syntax::BoolOpKind::Or;
    if (left == decides || right == decides) return decides;
    return left && right ? std::optional(!decides) : std::nullopt;
  }
  const std::optional<values::Constant>& constant = finding().Fact(test).constant;
  const bool is_bool = constant && (constant->kind == syntax::LiteralKind::True ||
                                    constant->kind == syntax::LiteralKind::False);
  if (is_bool) return constant->kind == syntax::LiteralKind::True;
  return TruthOfParameter(test);
}

// `x`, `x is None` of a parameter that the call passes a constant for, or what is not None.
std::optional<bool> CapturedUses::TruthOfParameter(ExprId test) {
  using syntax::CompareOp;
  const auto* compare = finding().If<syntax::Compare>(test);
  const bool is = compare && compare->ops[0] == CompareOp::Is;
  if (compare && (compare->ops.size() != 1 || (!is && compare->ops[0] != CompareOp::IsNot) ||
                  !finding().Fact(compare->rights[0]).Is(FactKind::None)))
    return std::nullopt;
  const ExprId name = compare ? compare->left : test;
  const ExprId passed = finding().If<syntax::Name>(name) ? PassedFor(name) : ExprId();
  if (!passed) return std::nullopt;
  const Finding& caller = contexts_[context_].called_in->finding;
  const infer::ExprFact& fact = caller.Fact(passed);
  if (compare && fact.kinds != 0 && !fact.MayBe(FactKind::None) && !fact.MayBe(FactKind::Unknown) &&
      !fact.MayBe(FactKind::Undeclared))
    return !is;
  const auto* literal = caller.If<syntax::Literal>(passed);
  if (!literal) return std::nullopt;
  if (compare) return (literal->kind == syntax::LiteralKind::None) == is;
  // Of other constants it is not asked.
  const bool truth = literal->kind == syntax::LiteralKind::True;
  const bool is_known = truth || literal->kind == syntax::LiteralKind::False ||
                        literal->kind == syntax::LiteralKind::None;
  return is_known ? std::optional(truth) : std::nullopt;
}

// Whether it is in a branch that the call which led here does not take, by the constants that it
// passes: `to_sparse(x, is_coalesced=True)`.
bool CapturedUses::IsSkippedByCall(ExprId expr) {
  for (StmtId at = finding().parents.Statement(expr), outer; (outer = finding().parents.Parent(at));
       at = outer) {
    const auto* either = finding().If<syntax::If>(outer);
    if (!either) continue;
    const std::optional<bool> truth = TruthByCall(either->test);
    if (!truth) continue;
    const syntax::StmtList block = *truth ? either->orelse : either->body;
    if (std::find(block.begin(), block.end(), at) != block.end()) return true;
  }
  return false;
}

// One item of a tuple of that size goes where the tuple is taken apart.
bool CapturedUses::Element(Captured kind, ExprId whole, std::size_t at, std::size_t size) {
  if (const ExprId outer = finding().parents.Parent(whole)) {
    const auto* item = finding().If<syntax::Subscript>(outer);
    const auto* number = item ? finding().If<syntax::Literal>(item->index) : nullptr;
    if (!number || item->object != whole || number->kind != syntax::LiteralKind::Int) return false;
    return number->integer != static_cast<std::int64_t>(at) || Goes(kind, outer);
  }
  const StmtId stmt = finding().parents.Statement(whole);
  if (finding().If<syntax::Return>(stmt)) {
    const FunctionId function = finding().parents.FunctionOf(whole);
    if (IsEntry(function)) return Leaves(kind);
    if (!taken_apart_.insert({here_, whole.index, at, Standing(), kind}).second) return true;
    return AtCalls(kind, function, [&](ExprId call) { return Element(kind, call, at, size); });
  }
  const auto* assign = finding().If<syntax::Assign>(stmt);
  if (!assign || assign->value != whole) return false;
  return std::all_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    const auto* several = finding().If<syntax::Sequence>(target);
    return several && several->items.size() == size && Assigned(kind, several->items[at]);
  });
}

bool CapturedUses::ChangesHeld(FunctionId function) {
  const Finding inside = finding().In(function);
  if (!WasFollowed(inside, function)) return true;
  const HeldChanges& changes = ChangesOfHeld(inside);
  makers_.insert(changes.makers.begin(), changes.makers.end());
  return changes.any;
}

// What a function of the program does with what it is handed.
bool CapturedUses::Parameter(Captured kind, ExprId call, Here* there, FunctionId target,
                             ExprId argument) {
  const syntax::Tree& tree = there->finding.tree();
  std::uint32_t slot = 0;
  const auto count = static_cast<std::uint32_t>(tree[target].params.size());
  while (slot < count && here_->calls.Argument(call, tree, target, slot) != argument) ++slot;
  if (slot == count) return false;
  const std::optional<std::size_t> context = ContextOf(there, target, call);
  if (!context) return false;
  Here* const from = std::exchange(here_, there);
  const std::size_t outside = std::exchange(context_, *context);
  const bool bears = !In(target).IsCaptured(slot) && !ChangesHeld(target) &&
                     Variable(kind, target, slot, StmtId());
  context_ = outside;
  here_ = from;
  return bears;
}

}  // namespace graphmend::fix
