#include "fixes/deferred_numbers.h"

#include <algorithm>

#include "fix/message_calls.h"
#include "fix/operands.h"
#include "fixes/deferrable.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;

// A number of Python's, computed where it is.
bool IsInPlace(const Finding& finding, ExprId expr) {
  return finding.Fact(expr).OneOf(FactKind::Int, FactKind::Float) &&
         !finding.Breaks(finding.tree()[expr].span);
}

using Numbers = std::vector<ExprId>;

bool ComputesBy(const Finding& finding, const syntax::Binary& binary, const Numbers& numbers,
                std::vector<ExprId>& reads) {
  const std::size_t before = reads.size();
  const bool left = ComputesDeferred(finding, binary.left, reads, numbers);
  if (!left && (reads.size() > before || !IsInPlace(finding, binary.left))) return false;
  const std::size_t between = reads.size();
  const bool right = ComputesDeferred(finding, binary.right, reads, numbers);
  if (!right && (reads.size() > between || !IsInPlace(finding, binary.right))) return false;
  if (IsLinear(binary.op)) return left || right;
  return left && (IsFloored(binary.op) || binary.op == BinaryOp::Pow);
}

bool ComputesByCall(const Finding& finding, const syntax::Call& call, const Numbers& numbers,
                    std::vector<ExprId>& reads) {
  const std::string_view name = finding.BuiltinName(call.callee);
  const std::size_t most = name == "abs" ? 1 : name == "round" ? 2 : 0;
  if (call.args.empty() || call.args.size() > most) return false;
  for (const syntax::Arg& arg : call.args)
    if (arg.kind != syntax::ArgKind::Positional) return false;
  return ComputesDeferred(finding, call.args[0].value, reads, numbers) &&
         (call.args.size() == 1 || IsInPlace(finding, call.args[1].value));
}

// What divides by no literal, powers, and what rounds numbers that may be complex or, to a whole
// one, infinite.
bool MayRaise(const Finding& finding, ExprId expr, bool real) {
  bool may = false;
  if (const auto* binary = finding.If<syntax::Binary>(expr)) {
    const auto* literal = finding.If<syntax::Literal>(binary->right);
    const bool rounds = IsFloored(binary->op);
    const bool divides = binary->op == BinaryOp::Div || rounds;
    const bool nonzero = literal && (literal->integer != 0 || literal->real != 0);
    may = binary->op == BinaryOp::Pow || (divides && !nonzero) || (rounds && !real);
  }
  if (const auto* call = finding.If<syntax::Call>(expr))
    may = finding.BuiltinName(call->callee) == "round" && (call->args.size() == 1 || !real);
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { may = may || MayRaise(finding, part, real); });
  return may;
}

// The largest expression around the number that only computes.
ExprId Whole(const Finding& finding, ExprId number) {
  for (ExprId outer = finding.parents.Parent(number); outer;
       outer = finding.parents.Parent(outer)) {
    const auto* call = finding.If<syntax::Call>(outer);
    const std::string_view name = call ? finding.BuiltinName(call->callee) : std::string_view();
    const auto* binary = finding.If<syntax::Binary>(outer);
    const bool computes = binary && !finding.Fact(binary->left).MayBe(FactKind::Str);
    if (!computes && !finding.If<syntax::Unary>(outer) && name != "abs" && name != "round")
      return number;
    number = outer;
  }
  return number;
}

// The text that the value is written into: an f-string, `"…" % (value,)`, `"…".format(value)`; the
// value itself where there is none.
ExprId TextOfValue(const Finding& finding, ExprId value) {
  ExprId outer = finding.parents.Parent(value);
  if (finding.If<syntax::FormattedValue>(outer)) return finding.parents.Parent(outer);
  if (const auto* call = finding.If<syntax::Call>(outer)) {
    const auto* method = finding.If<syntax::Attribute>(call->callee);
    const bool formats = method && method->name == "format" &&
                         std::all_of(call->args.begin(), call->args.end(), [](const auto& arg) {
                           return arg.kind == syntax::ArgKind::Positional;
                         });
    return formats ? outer : value;
  }
  if (finding.If<syntax::Sequence>(outer)) outer = finding.parents.Parent(outer);
  const auto* percent = finding.If<syntax::Binary>(outer);
  return percent && percent->op == BinaryOp::Mod ? outer : value;
}

}  // namespace

std::optional<HostRead> DeferredRead(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  const bool reads = read && (read->IsMethod() || finding.Fact(read->tensor).Is(FactKind::Tensor));
  return reads ? read : std::nullopt;
}

bool ComputesDeferred(const Finding& finding, ExprId expr, std::vector<ExprId>& reads,
                      const Numbers& numbers) {
  if (std::find(numbers.begin(), numbers.end(), expr) != numbers.end()) {
    reads.push_back(expr);
    return true;
  }
  if (const auto read = DeferredRead(finding, expr)) {
    reads.push_back(expr);
    return read->how == "item" || read->how == "int" || read->how == "float";
  }
  if (const auto* unary = finding.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Negate &&
           ComputesDeferred(finding, unary->operand, reads, numbers);
  if (const auto* call = finding.If<syntax::Call>(expr))
    return ComputesByCall(finding, *call, numbers, reads);
  const auto* binary = finding.If<syntax::Binary>(expr);
  return binary && ComputesBy(finding, *binary, numbers, reads);
}

bool MayRaiseComputing(const Finding& finding, ExprId expr, const std::vector<ExprId>& reads) {
  const bool real = std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const infer::ExprFact& fact = finding.Fact(DeferredRead(finding, read)->tensor);
    return fact.tensor && fact.tensor->dtype != values::DType::Unknown &&
           fact.tensor->dtype != values::DType::Complex;
  });
  return MayRaise(finding, expr, real);
}

bool MayRaiseAround(const Finding& finding, ExprId number, bool real) {
  return MayRaise(finding, Whole(finding, number), real);
}

bool MayVary(const Finding& finding, ExprId expr, bool formatted) {
  const infer::ExprFact& fact = finding.Fact(expr);
  if (finding.If<syntax::Literal>(expr) || fact.constant) return false;
  constexpr std::uint32_t kFloats = infer::Bits(FactKind::Float, FactKind::Scalar, FactKind::Plain,
                                                FactKind::Undeclared, FactKind::Unknown);
  const std::uint32_t kinds = kFloats | (formatted ? infer::Bits(FactKind::Int) : 0U);
  return fact.kinds == 0 || (fact.kinds & kinds) != 0;
}

bool IsHandedOver(const Finding& finding, ExprId number, const Numbers& others) {
  const ExprId whole = Whole(finding, number);
  std::vector<ExprId> reads;
  if (!ComputesDeferred(finding, whole, reads, others)) return false;
  const ExprId argument = TextOfValue(finding, whole);
  const ExprId outer = finding.parents.Parent(argument);
  const auto* call = finding.If<syntax::Call>(outer);
  if (!call || !std::any_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
        return arg.value == argument && arg.kind == syntax::ArgKind::Positional;
      }))
    return false;
  const Recognised said = RecogniseAt(finding, outer);
  const auto* message = std::get_if<Message>(&said);
  return message && !WhyNotDeferred(finding, *message, *call);
}

}  // namespace graphmend::fix
