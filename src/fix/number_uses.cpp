#include "fix/number_uses.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fix/arguments.h"
#include "fix/bool_uses.h"
#include "fix/calls.h"
#include "fix/code.h"
#include "fix/dataflow.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;
using syntax::FunctionId;

std::string_view MathFunction(const Finding& finding, ExprId expr) {
  constexpr std::array<std::string_view, 11> kMath = {
      "math.sqrt",  "math.exp", "math.expm1", "math.log", "math.log2", "math.log1p",
      "math.log10", "math.sin", "math.cos",   "math.tan", "math.tanh"};
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  const std::string_view name = finding.NameOf(call->callee);
  const bool known = std::find(kMath.begin(), kMath.end(), name) != kMath.end();
  return known ? name.substr(name.rfind('.') + 1) : std::string_view();
}

void NumberUses::Computes(std::string_view function) {
  computed_ = fraction_ = true;
  functions_.emplace(function);
}

const Variables& NumberUses::VariablesAt(ExprId expr) {
  const FunctionId function = finding_.parents.FunctionOf(expr);
  std::unique_ptr<Variables>& variables = variables_[function.index];
  if (!variables) variables = std::make_unique<Variables>(finding_, function);
  return *variables;
}

bool NumberUses::Beside(ExprId number, ExprId tensor) {
  operands_.push_back({number, tensor});
  return true;
}

bool NumberUses::InBinary(ExprId number, ExprId outer, const syntax::Binary& binary) {
  const bool divides = binary.op == BinaryOp::Div;
  if (binary.op == BinaryOp::Pow) return InPower(number, outer, binary);
  if (!IsLinear(binary.op)) return false;
  const ExprId other = binary.left == number ? binary.right : binary.left;
  if (IsTensor(finding_.Fact(other))) return Beside(number, other);
  if (!IsNumber(other)) return false;
  computed_ = true;
  fraction_ |= divides || !finding_.Fact(other).Is(FactKind::Int);
  const auto* literal = finding_.If<syntax::Literal>(other);
  const bool nonzero = literal && (literal->integer != 0 || literal->real != 0);
  divides_ |= divides && (binary.right == number || !nonzero);
  return Serves(outer);
}

// `n ** 2`, `0.9 ** n`: with a literal that is not negative.
bool NumberUses::InPower(ExprId number, ExprId outer, const syntax::Binary& binary) {
  const ExprId other = binary.left == number ? binary.right : binary.left;
  const auto* literal = finding_.If<syntax::Literal>(other);
  if (!literal ||
      (literal->kind != syntax::LiteralKind::Int && literal->kind != syntax::LiteralKind::Float))
    return false;
  computed_ = fraction_ = powers_ = true;
  return Serves(outer);
}

bool NumberUses::InCall(ExprId number, ExprId outer, const syntax::Call& call) {
  if (call.callee == number) return false;
  for (const syntax::Arg& arg : call.args)
    if (arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar) return false;
  if (const std::string_view function = MathFunction(finding_, outer); !function.empty()) {
    renamed_.push_back(outer);
    Computes(function);
    return Serves(outer);
  }
  const std::string_view builtin = finding_.BuiltinName(call.callee);
  if (builtin == "abs" && call.args.size() == 1) {
    computed_ = true;
    return Serves(outer);
  }
  if ((builtin == "max" || builtin == "min") && call.args.size() == 2)
    return InBound(number, outer, call);
  if (call.args.size() == 1 && (builtin == "round" || builtin == "int"))
    return Rounds(outer, builtin);
  return MakesTensor(number, outer, call) || InTensorCall(number, call) || IsPassed(number, outer);
}

// `max(n, 1e-8)`, `min(self.limit, n)`
bool NumberUses::InBound(ExprId number, ExprId outer, const syntax::Call& call) {
  const bool first = call.args[0].value == number;
  const ExprId other = call.args[first ? 1 : 0].value;
  const auto* literal = finding_.If<syntax::Literal>(other);
  if (!finding_.Fact(other).OneOf(FactKind::Int, FactKind::Float) ||
      !(literal || IsPlainRead(finding_, other)))
    return false;
  if (!bounding_.insert(outer.index).second) return false;  // both come from the tensor
  computed_ = true;
  fraction_ |= !finding_.Fact(other).Is(FactKind::Int);
  bounded_ |= !literal;
  const bool zero = literal && literal->integer == 0 && literal->real == 0;
  if (!follows_tests_ && (!first || zero)) {
    stays_ = true;
    return ServesInDoubt(outer);
  }
  bounds_.push_back(outer);
  second_ |= !first;
  zero_ |= zero;
  return Serves(outer);
}

// `round(n)`, to the even one of two, and `int(n)`: a whole number.
bool NumberUses::Rounds(ExprId outer, std::string_view builtin) {
  if (!follows_tests_) return false;
  computed_ = fraction_ = true;
  rounded_.push_back(outer);
  functions_.emplace(builtin);
  return Serves(outer);
}

// `x[n]`, which is read: it is mended once the number is a tensor.
bool NumberUses::InIndex(ExprId number, ExprId outer, const syntax::Subscript& item) {
  if (!follows_tests_ || item.index != number || !IsTensor(finding_.Fact(item.object)) ||
      IsTarget(finding_, outer))
    return false;
  return indexes_ = true;
}

// Whether Python's number is a float.
bool NumberUses::IsFraction(ExprId number, int depth) {
  if (finding_.Fact(number).Is(FactKind::Float)) return true;
  const auto* binary = finding_.If<syntax::Binary>(number);
  if (binary && binary->op == BinaryOp::Div) return true;
  const auto* call = finding_.If<syntax::Call>(number);
  if (call &&
      (!MathFunction(finding_, number).empty() || finding_.BuiltinName(call->callee) == "float"))
    return true;
  const Variables& variables = VariablesAt(number);
  const auto slot = variables.SlotOf(number);
  const ExprId value = slot ? variables.OnlyValue(*slot) : ExprId();
  return value && depth > 0 && IsFraction(value, depth - 1);
}

// Whether `torch.tensor(given)`, with no more than its dtype, makes a whole tensor of the number,
// or of such numbers; nothing: it is another call, or that is not known.
std::optional<bool> NumberUses::MadeWhole(ExprId given, ExprId number, const syntax::Call& call) {
  const std::string_view name = finding_.NameOf(call.callee);
  if ((name != "torch.tensor" && name != "torch.as_tensor") || call.args[0].value != given ||
      call.args[0].kind != syntax::ArgKind::Positional || call.args.size() > 2)
    return std::nullopt;
  const bool typed = call.args.size() == 2 && call.args[1].name == "dtype";
  const bool whole = finding_.Fact(number).Is(FactKind::Int);
  if (!typed && (call.args.size() == 2 || (!whole && !IsFraction(number)))) return std::nullopt;
  return whole;
}

bool NumberUses::MakesTensor(ExprId number, ExprId outer, const syntax::Call& call) {
  const std::optional<bool> whole = MadeWhole(number, number, call);
  if (whole) made_.push_back({outer, *whole});
  return whole.has_value();
}

// `x > n`: the number is compared in the dtype of the tensor, where both are floating or whole.
bool NumberUses::InCompare(ExprId number, const syntax::Compare& compare) {
  using syntax::CompareOp;
  if (compare.ops.size() != 1) return false;
  constexpr std::array<CompareOp, 6> kOrders = {CompareOp::Eq,  CompareOp::NotEq, CompareOp::Lt,
                                                CompareOp::LtE, CompareOp::Gt,    CompareOp::GtE};
  if (std::find(kOrders.begin(), kOrders.end(), compare.ops[0]) == kOrders.end()) return false;
  const ExprId other = compare.left == number ? compare.rights[0] : compare.left;
  const infer::ExprFact& fact = finding_.Fact(other);
  if (!IsTensor(fact)) return false;
  compared_ |= fact.tensor->dtype != values::DType::Float;
  return Beside(number, other);
}

// `total += n` of a number: the sum is a tensor from then on, and a new one each time.
bool NumberUses::AddsUp(syntax::StmtId stmt, const syntax::AugAssign& aug) {
  if (!IsNumber(aug.target) || !finding_.If<syntax::Name>(aug.target)) return false;
  computed_ = true;
  fraction_ |= aug.op == BinaryOp::Div || !finding_.Fact(aug.target).Is(FactKind::Int);
  divides_ |= aug.op == BinaryOp::Div;
  if (!sums_.insert(stmt.index).second) return true;
  return VariableServes(aug.target, false);
}

// torch.where(c, x, n), x.masked_fill(m, n), torch.mul(x, n): what is computed with is a tensor,
// and the number the last that it takes.
bool NumberUses::InTensorCall(ExprId number, const syntax::Call& call) {
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const bool bound = method && IsTensor(finding_.Fact(method->object));
  const std::size_t count = call.args.size() + bound;
  if (!finding_.Fact(call.callee).traits.Has(models::Trait::TensorsAsNumbers) || count < 2 ||
      call.args.back().value != number || call.args.back().kind != syntax::ArgKind::Positional)
    return false;
  // Of three, a condition or mask is one: where(c, x, n), but x.where(c, n).
  ExprId tensor = bound ? method->object : call.args[0].value;
  const infer::ExprFact& first = finding_.Fact(tensor);
  if (count == 3 && !bound && first.tensor && first.tensor->dtype == values::DType::Bool)
    tensor = call.args[1].value;
  return count <= 3 && IsTensor(finding_.Fact(tensor)) && Beside(number, tensor);
}

// What is added, or the variable itself, which is followed.
bool NumberUses::InSum(ExprId number, syntax::StmtId stmt, const syntax::AugAssign& aug) {
  if (!IsLinear(aug.op)) return false;
  if (aug.value == number)
    return IsTensor(finding_.Fact(aug.target)) ? Beside(number, aug.target) : AddsUp(stmt, aug);
  return aug.target == number && (IsNumber(aug.value) || sums_.contains(stmt.index)) &&
         AddsUp(stmt, aug);
}

bool NumberUses::InStatement(ExprId number) {
  const syntax::StmtId stmt = finding_.parents.Statement(number);
  if (const auto* assign = finding_.If<syntax::Assign>(stmt); assign && assign->value == number) {
    if (assign->targets.size() != 1) return false;
    // `y[i] = n`, which converts it as it does a number.
    if (const auto* item = finding_.If<syntax::Subscript>(assign->targets[0])) {
      const infer::ExprFact& stored = finding_.Fact(item->object);
      return follows_tests_ && IsTensor(stored) && stored.tensor->dtype == values::DType::Float;
    }
    const auto* field = finding_.If<syntax::Attribute>(assign->targets[0]);
    return field ? follows_tests_ && KeptServes(*field) : VariableServes(assign->targets[0], false);
  }
  if (const auto* aug = finding_.If<syntax::AugAssign>(stmt)) return InSum(number, stmt, *aug);
  return finding_.If<syntax::Return>(stmt) &&
         ReturnServes(finding_.parents.FunctionOf(number), finding_.tree()[stmt].span);
}

// `a, b = x.min().item(), x.max().item()`, `stats = [x.mean().item(), x.std().item()]`
bool NumberUses::InDisplay(ExprId number, ExprId display) {
  const auto& written = *finding_.If<syntax::Sequence>(display);
  if (written.kind == syntax::SequenceKind::Set) return false;
  const syntax::StmtId stmt = finding_.parents.Statement(display);
  if (!finding_.parents.Parent(display) && finding_.If<syntax::Return>(stmt))
    return follows_tests_ && ReturnedServes(number, written);
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  if (!finding_.parents.Parent(display) && assign && assign->value == display &&
      assign->targets.size() == 1)
    if (const auto* targets = finding_.If<syntax::Sequence>(assign->targets[0])) {
      if (targets->items.size() != written.items.size()) return false;
      for (std::size_t i = 0; i < written.items.size(); ++i)
        if (finding_.If<syntax::Starred>(written.items[i]) ||
            finding_.If<syntax::Starred>(targets->items[i]))
          return false;
      const auto at = std::find(written.items.begin(), written.items.end(), number);
      return VariableServes(targets->items[static_cast<std::size_t>(at - written.items.begin())],
                            false);
    }
  return ListServes(display);
}

bool NumberUses::Serves(ExprId number) {
  if (!seen_.insert(number.index).second) return true;
  numbers_.push_back(number);
  const ExprId outer = finding_.parents.Parent(number);
  if (follows_tests_ && IsTested(number, outer)) return InTest(number);
  if (!outer) return InStatement(number);
  if (finding_.If<syntax::Conditional>(outer))
    return follows_tests_ && (stays_ = true) && ServesInDoubt(outer);
  if (const auto* binary = finding_.If<syntax::Binary>(outer))
    return InBinary(number, outer, *binary);
  if (const auto* unary = finding_.If<syntax::Unary>(outer)) {
    computed_ = true;
    return unary->op == syntax::UnaryOp::Negate && Serves(outer);
  }
  if (const auto* call = finding_.If<syntax::Call>(outer)) return InCall(number, outer, *call);
  if (const auto* compare = finding_.If<syntax::Compare>(outer)) return InCompare(number, *compare);
  if (finding_.If<syntax::Sequence>(outer)) return InDisplay(number, outer);
  if (const auto* yield = finding_.If<syntax::Yield>(outer))
    return !yield->from && YieldServes(outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return InIndex(number, outer, *item);
  const auto* made = finding_.If<syntax::Comprehension>(outer);
  return made && made->element == number && made->kind == syntax::ComprehensionKind::List &&
         ListServes(outer);
}

// `torch.tensor([1.0 / max(n, 0.1) for n in counts])`: of numbers that a comprehension computes,
// all of which are tensors then.
bool NumberUses::MakesTensorOf(ExprId list, ExprId outer, const syntax::Call& call) {
  const auto slot = VariablesAt(list).SlotOf(list);
  const auto* made =
      finding_.If<syntax::Comprehension>(slot ? VariablesAt(list).OnlyValue(*slot) : list);
  if (!made || made->kind != syntax::ComprehensionKind::List) return false;
  const std::optional<bool> whole = MadeWhole(list, made->element, call);
  if (whole) stacked_.push_back({outer, *whole});
  return whole.has_value();
}

bool NumberUses::ListInCall(ExprId list, ExprId outer, const syntax::Call& call) {
  if (MakesTensorOf(list, outer, call)) return true;
  const std::string_view name = finding_.BuiltinName(call.callee);
  if (name == "len") return true;
  if (name == "sum" && call.args.size() == 1) {
    computed_ = fraction_ = stays_ = true;
    return ServesInDoubt(outer);
  }
  return (name == "enumerate" || name == "zip") && PairsServe(list, outer, call);
}

// `for i, n in enumerate(numbers)`, `for n, w in zip(numbers, weights)`, and such comprehensions.
bool NumberUses::PairsServe(ExprId list, ExprId outer, const syntax::Call& call) {
  const std::string_view name = finding_.BuiltinName(call.callee);
  const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(outer));
  const auto* made = finding_.If<syntax::Comprehension>(finding_.parents.Parent(outer));
  const bool in_loop = loop && loop->iterable == outer;
  const bool in_made = made && made->clauses.size() == 1 && made->clauses[0].iterable == outer;
  if (!in_loop && !in_made) return false;
  const auto* targets =
      finding_.If<syntax::Sequence>(in_loop ? loop->target : made->clauses[0].target);
  if (!targets) return false;
  std::size_t at = name == "enumerate" ? 1 : call.args.size();
  for (std::size_t i = 0; name == "zip" && i < call.args.size(); ++i)
    if (call.args[i].value == list && call.args[i].kind == syntax::ArgKind::Positional) at = i;
  if (at >= targets->items.size()) return false;
  return in_loop ? VariableServes(targets->items[at], false)
                 : ComprehensionServes(targets->items[at], *made);
}

bool NumberUses::ListServes(ExprId list) {
  if (!seen_.insert(list.index).second) return true;
  const ExprId outer = finding_.parents.Parent(list);
  if (!outer) {
    const syntax::StmtId stmt = finding_.parents.Statement(list);
    if (const auto* loop = finding_.If<syntax::For>(stmt); loop && loop->iterable == list)
      return !loop->is_async && VariableServes(loop->target, false);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!assign || assign->value != list || assign->targets.size() != 1) return false;
    const auto* several = finding_.If<syntax::Sequence>(assign->targets[0]);
    if (!several) return VariableServes(assign->targets[0], true);
    return std::all_of(several->items.begin(), several->items.end(),
                       [&](ExprId item) { return VariableServes(item, false); });
  }
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return item->object == list && finding_.Fact(item->index).Is(FactKind::Int) &&
           !IsTarget(finding_, outer) && Serves(outer);
  if (const auto* call = finding_.If<syntax::Call>(outer)) return ListInCall(list, outer, *call);
  const auto* made = finding_.If<syntax::Comprehension>(outer);
  return made && made->clauses.size() == 1 && made->clauses[0].iterable == list &&
         ComprehensionServes(made->clauses[0].target, *made);
}

}  // namespace graphmend::fix
