// What evaluating an expression does besides giving its value, and what it costs.
#include <set>
#include <vector>

#include "fix/calls.h"
#include "fix/operands.h"
#include "fix/pure_calls.h"
#include "fix/reads.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;

namespace {

// `a is b`, to begin with.
bool IsIdentity(const syntax::Compare& compare) {
  return compare.ops[0] == syntax::CompareOp::Is || compare.ops[0] == syntax::CompareOp::IsNot;
}

// `a in b`, where either may be a tensor, or hold one.
bool LooksForTensor(const Finding& finding, const syntax::Compare& compare) {
  const infer::ExprFact& in = finding.Fact(compare.rights[0]);
  const bool membership =
      compare.ops[0] == syntax::CompareOp::In || compare.ops[0] == syntax::CompareOp::NotIn;
  return membership && (finding.Fact(compare.left).MayBe(FactKind::Tensor) || in.holds_tensor ||
                        in.kinds == 0 || in.MayBe(FactKind::Unknown));
}

}  // namespace

bool Terms::IsStatic(ExprId expr) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (const auto* both = finding_.If<syntax::BoolOp>(expr))
    return IsStatic(both->left) && IsStatic(both->right);
  if (const auto* unary = finding_.If<syntax::Unary>(expr);
      unary && unary->op == syntax::UnaryOp::Not)
    return IsStatic(unary->operand);
  if (const auto* compare = finding_.If<syntax::Compare>(expr); compare && IsIdentity(*compare))
    return compare->ops.size() == 1;
  if (const auto* compare = finding_.If<syntax::Compare>(expr);
      compare && LooksForTensor(finding_, *compare))
    return false;
  if (const auto* call = finding_.If<syntax::Call>(expr)) {
    if (finding_.Fact(call->callee).traits.Has(Trait::ReadsData)) return false;
    if (fact.kinds == infer::Bits(FactKind::Bool) && OperationOf(expr).op != OpKind::Host)
      return false;
  }
  return IsNoTensor(fact) && !fact.MayBe(FactKind::Scalar);
}

// Of a function of the program that the expression calls.
const Purity* Terms::OfOwnFunction(ExprId expr) const {
  return OperationOf(expr).op == OpKind::Unknown ? PurityOf(finding_, expr) : nullptr;
}

namespace {
// Whether it is code of the program: nothing says what the library's function does.
bool OfProgram(const Finding& finding, ExprId callable) {
  return finding.Fact(callable).traits.op == OpKind::Unknown;
}

// `sum(terms)`: of a list or tuple of tensors and numbers.
bool AddsUpTensors(const Finding& finding, const syntax::Call& call) {
  constexpr std::uint32_t kAdded =
      infer::Bits(FactKind::Tensor, FactKind::Int, FactKind::Float, FactKind::Bool);
  if (finding.BuiltinName(call.callee) != "sum" || call.args.size() != 1 ||
      call.args[0].kind != syntax::ArgKind::Positional)
    return false;
  const infer::ExprFact& added = finding.Fact(call.args[0].value);
  return added.OneOf(FactKind::List, FactKind::Tuple) && !added.IsNested() &&
         (added.leaves & ~kAdded) == 0;
}
}  // namespace

// Of the call itself, its arguments aside.
std::optional<std::string> Terms::EffectsOfCall(ExprId expr, const syntax::Call& call,
                                                bool* draws) const {
  if (draws && OnlyDraws(call)) {
    *draws = true;
    return std::nullopt;
  }
  auto quoted = [&](ExprId e) { return "`" + std::string(finding_.Text(e)) + "`"; };
  const OpKind op = OperationOf(expr).op;
  if (finding_.Fact(call.callee).Is(FactKind::Object) && Calls(finding_).RegistersHooks())
    return "hooks may run with " + quoted(call.callee);
  if (op == OpKind::Unknown) {
    if (AddsUpTensors(finding_, call)) return std::nullopt;
    const Purity* purity = OfOwnFunction(expr);
    if (!purity) return "the side effects of " + quoted(call.callee) + " are not known";
    if (!purity->why.empty()) return "in " + quoted(call.callee) + " " + purity->why;
    return std::nullopt;
  }
  if (auto effects = EffectsOfRuns(finding_, expr)) return effects;
  for (const syntax::Arg& arg : call.args)
    if (finding_.Fact(arg.value).OneOf(FactKind::Callable) && OfProgram(finding_, arg.value))
      return quoted(call.callee) + " may call " + quoted(arg.value);
  if (op == OpKind::Selecting) return quoted(expr) + " has a size that depends on data";
  if (op == OpKind::Host && finding_.Fact(expr).MayBe(FactKind::Scalar))
    return quoted(expr) + " reads a tensor";
  return std::nullopt;
}

namespace {
// An operand of the expression that answers by methods of its own, none of which is known to have
// been called. None id where there is none.
ExprId AnsweringOperand(const Finding& finding, ExprId expr) {
  const bool takes_over = finding.If<syntax::Attribute>(expr) || finding.If<syntax::Name>(expr) ||
                          finding.If<syntax::Starred>(expr);
  const auto* sequence = finding.If<syntax::Sequence>(expr);
  if (takes_over || (sequence && sequence->kind != syntax::SequenceKind::Set) ||
      !finding.Fact(expr).runs.empty())
    return {};
  const auto* compare = finding.If<syntax::Compare>(expr);
  const bool identity = compare && compare->ops.size() == 1 && IsIdentity(*compare);
  ExprId answering;
  ForEachPart(finding.tree(), expr, [&](ExprId part) {
    if (!identity && finding.Fact(part).answers) answering = part;
  });
  return answering;
}

// Whether what the expression does is what its parts do.
bool IsFollowed(const Finding& finding, ExprId expr) {
  return !finding.If<syntax::Lambda>(expr) && !finding.If<syntax::Await>(expr) &&
         !finding.If<syntax::Yield>(expr) && !finding.If<syntax::Walrus>(expr) &&
         !finding.If<syntax::Comprehension>(expr) && !finding.If<syntax::ErrorExpr>(expr) &&
         !finding.If<syntax::FString>(expr);
}
}  // namespace

std::optional<std::string> Terms::EffectsOfOperand(ExprId operand) const {
  if (finding_.Fact(operand).answers)
    return "what `" + std::string(finding_.Text(operand)) + "` answers is not followed";
  return Effects(operand);
}

std::optional<std::string> Terms::EffectsOfUnpacking(ExprId target, ExprId value) const {
  constexpr std::uint32_t kPlain = infer::Bits(FactKind::Tuple, FactKind::List, FactKind::Tensor);
  if (finding_.If<syntax::Sequence>(target) && (finding_.Fact(value).kinds & ~kPlain) != 0)
    return "how `" + std::string(finding_.Text(value)) + "` is taken apart is not followed";
  return Effects(value);
}

std::optional<std::string> Terms::Effects(ExprId expr, bool* draws) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->tensor)
    return Effects(assumed->tensor, draws);
  auto quoted = [&](ExprId e) { return "`" + std::string(finding_.Text(e)) + "`"; };
  const auto* call = finding_.If<syntax::Call>(expr);
  if (auto effects = call ? EffectsOfCall(expr, *call, draws) : EffectsOfRuns(finding_, expr))
    return effects;
  const auto* read = finding_.If<syntax::Attribute>(expr);
  if (read && finding_.Fact(read->object).Is(FactKind::Tensor) &&
      finding_.Fact(expr).MayBe(FactKind::Unknown))
    return "what reading " + quoted(expr) + " does is not known";
  if (const ExprId operand = AnsweringOperand(finding_, expr); operand && !OfOwnFunction(expr))
    return "what " + quoted(operand) + " answers in " + quoted(expr) + " is not followed";
  if (!IsFollowed(finding_, expr)) return quoted(expr) + " is not followed";
  if (const auto* item = finding_.If<syntax::Subscript>(expr)) {
    const infer::ExprFact& index = finding_.Fact(item->index);
    const bool mask = !index.tensor || index.tensor->dtype != values::DType::Int;
    if (index.MayBe(FactKind::Tensor) && mask) return quoted(expr) + " may select by a mask";
  }
  if (const auto* both = finding_.If<syntax::BoolOp>(expr); both && !IsStatic(both->left))
    return quoted(expr) + " decides by a tensor";
  if (const auto* choice = finding_.If<syntax::Conditional>(expr);
      choice && !IsStatic(choice->test))
    return quoted(expr) + " decides by a tensor";
  std::optional<std::string> effects;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    if (!effects) effects = Effects(part, draws);
  });
  return effects;
}

bool Terms::IsCostly(ExprId expr) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->tensor)
    return IsCostly(assumed->tensor);
  const Purity* purity = OfOwnFunction(expr);
  bool costly = OperationOf(expr).op == OpKind::Costly || (purity && purity->costly);
  if (const auto* binary = finding_.If<syntax::Binary>(expr))
    costly |= binary->op == syntax::BinaryOp::MatMul;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { costly = costly || IsCostly(part); });
  return costly;
}

namespace {

bool ReadsTensor(const Finding& finding, ExprId call) {
  const auto* made = finding.If<syntax::Call>(call);
  if (!made) return false;
  if (finding.Fact(made->callee).traits.Has(Trait::ReadsData)) return true;
  const std::string_view builtin = finding.BuiltinName(made->callee);
  return (builtin == "int" || builtin == "float") && !made->args.empty() &&
         finding.Fact(made->args[0].value).MayBe(FactKind::Tensor);
}

}  // namespace

bool IsReadFromTensor(const Finding& finding, ExprId number) {
  constexpr std::size_t kMost = 64;  // expressions that are looked at
  std::vector<ExprId> left = {number};
  std::set<std::uint32_t> seen;
  while (!left.empty() && seen.size() < kMost) {
    const ExprId expr = left.back();
    left.pop_back();
    if (!seen.insert(expr.index).second) continue;
    if (ReadsTensor(finding, expr)) return true;
    ForEachPart(finding.tree(), expr, [&](ExprId part) { left.push_back(part); });
    if (!finding.If<syntax::Name>(expr)) continue;
    for (const flow::Inst* made : finding.Flow().Of(expr))
      if (made && !Dataflow::IsMerge(made))
        if (const auto* assign = finding.If<syntax::Assign>(made->stmt))
          left.push_back(assign->value);
  }
  return false;
}

bool IsUnstableItself(const Finding& finding, ExprId expr) {
  if (const auto* binary = finding.If<syntax::Binary>(expr)) {
    const bool divides = binary->op == syntax::BinaryOp::Div ||
                         binary->op == syntax::BinaryOp::FloorDiv ||
                         binary->op == syntax::BinaryOp::Mod;
    return (divides && (finding.Fact(binary->right).MayBe(FactKind::Tensor) ||
                        IsReadFromTensor(finding, binary->right))) ||
           (binary->op == syntax::BinaryOp::Pow && finding.Fact(expr).MayBe(FactKind::Tensor));
  }
  const auto* call = finding.If<syntax::Call>(expr);
  return call && finding.Fact(call->callee).traits.Has(Trait::Poles);
}

bool Terms::IsUnstable(ExprId expr) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->tensor)
    return IsUnstable(assumed->tensor);
  const Purity* purity = OfOwnFunction(expr);
  bool unstable = IsUnstableItself(finding_, expr) || (purity && purity->unstable);
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { unstable = unstable || IsUnstable(part); });
  return unstable;
}

std::optional<std::set<std::string>> Terms::Divisors(ExprId expr) const {
  if (finding_.AssumedOf(expr)) return std::nullopt;
  std::set<std::string> divisors;
  if (const Purity* purity = OfOwnFunction(expr); purity && purity->unstable) return std::nullopt;
  if (IsUnstableItself(finding_, expr)) {
    const auto* binary = finding_.If<syntax::Binary>(expr);
    const bool divides =
        binary && binary->op == syntax::BinaryOp::Div && IsTensor(finding_.Fact(binary->right));
    const auto* by = divides ? finding_.If<syntax::Name>(binary->right) : nullptr;
    if (!by) return std::nullopt;
    divisors.insert(by->id.str());
  }
  bool known = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    const auto inner = known ? Divisors(part) : std::nullopt;
    known = inner.has_value();
    if (inner) divisors.insert(inner->begin(), inner->end());
  });
  return known ? std::optional(divisors) : std::nullopt;
}

ExprId Terms::WholeDivision(ExprId expr) const {
  if (const Purity* purity = OfOwnFunction(expr); purity && purity->divides) return expr;
  ExprId divisor, found;
  if (const auto* binary = finding_.If<syntax::Binary>(expr);
      binary && (binary->op == syntax::BinaryOp::FloorDiv || binary->op == syntax::BinaryOp::Mod))
    divisor = binary->right;
  if (const auto* call = finding_.If<syntax::Call>(expr); call && !call->args.empty()) {
    const infer::ExprFact& callee = finding_.Fact(call->callee);
    const bool method = callee.Name().starts_with("torch.Tensor.");
    const bool rounds = std::any_of(call->args.begin(), call->args.end(),
                                    [](const syntax::Arg& a) { return a.name == "rounding_mode"; });
    const bool divides = callee.traits.Has(Trait::RaisesByZero) ||
                         (callee.traits.Has(Trait::RaisesByZeroIfRounding) && rounds);
    const std::size_t at = method ? 0 : 1;
    if (divides && call->args.size() > at) divisor = call->args[at].value;
  }
  const infer::ExprFact& fact = finding_.Fact(divisor);
  if (divisor && fact.MayBe(FactKind::Tensor) && Of(divisor).kind != values::DType::Float)
    return expr;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    if (!found) found = WholeDivision(part);
  });
  return found;
}

}  // namespace graphmend::fix
