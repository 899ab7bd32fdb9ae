#include "fixes/deferred_numbers.h"

#include <algorithm>

#include "fix/message_calls.h"
#include "fix/operands.h"

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

bool ComputesBy(const Finding& finding, const syntax::Binary& binary, std::vector<ExprId>& reads) {
  const std::size_t before = reads.size();
  const bool left = ComputesDeferred(finding, binary.left, reads);
  if (!left && (reads.size() > before || !IsInPlace(finding, binary.left))) return false;
  const std::size_t between = reads.size();
  const bool right = ComputesDeferred(finding, binary.right, reads);
  if (!right && (reads.size() > between || !IsInPlace(finding, binary.right))) return false;
  switch (binary.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div: return left || right;
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod:
    case BinaryOp::Pow: return left;
    default: return false;
  }
}

bool ComputesByCall(const Finding& finding, const syntax::Call& call, std::vector<ExprId>& reads) {
  const std::string_view name = finding.BuiltinName(call.callee);
  const std::size_t most = name == "abs" ? 1 : name == "round" ? 2 : 0;
  if (call.args.empty() || call.args.size() > most) return false;
  for (const syntax::Arg& arg : call.args)
    if (arg.kind != syntax::ArgKind::Positional) return false;
  return ComputesDeferred(finding, call.args[0].value, reads) &&
         (call.args.size() == 1 || IsInPlace(finding, call.args[1].value));
}

// What divides by no literal, powers, and what rounds numbers that may be complex or, to a whole
// one, infinite.
bool MayRaise(const Finding& finding, ExprId expr, bool real) {
  bool may = false;
  if (const auto* binary = finding.If<syntax::Binary>(expr)) {
    const auto* literal = finding.If<syntax::Literal>(binary->right);
    const bool rounds = binary->op == BinaryOp::FloorDiv || binary->op == BinaryOp::Mod;
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

// Whether a value in it is handed over to a message that it is an argument of.
bool HandsOver(const Finding& finding, ExprId expr) {
  if (const auto* call = finding.If<syntax::Call>(expr)) {
    const std::string_view name = finding.BuiltinName(call->callee);
    const auto* method = finding.If<syntax::Attribute>(call->callee);
    return name == "abs" || name == "round" || (method && method->name == "format");
  }
  return finding.If<syntax::FormattedValue>(expr) || finding.If<syntax::FString>(expr) ||
         finding.If<syntax::Unary>(expr) || finding.If<syntax::Binary>(expr) ||
         finding.If<syntax::Sequence>(expr);
}

}  // namespace

std::optional<HostRead> DeferredRead(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  const bool reads = read && (read->IsMethod() || finding.Fact(read->tensor).Is(FactKind::Tensor));
  return reads ? read : std::nullopt;
}

bool ComputesDeferred(const Finding& finding, ExprId expr, std::vector<ExprId>& reads) {
  if (const auto read = DeferredRead(finding, expr)) {
    reads.push_back(expr);
    return read->how == "item" || read->how == "int" || read->how == "float";
  }
  if (const auto* unary = finding.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Negate && ComputesDeferred(finding, unary->operand, reads);
  if (const auto* call = finding.If<syntax::Call>(expr))
    return ComputesByCall(finding, *call, reads);
  const auto* binary = finding.If<syntax::Binary>(expr);
  return binary && ComputesBy(finding, *binary, reads);
}

bool MayRaiseComputing(const Finding& finding, ExprId expr, const std::vector<ExprId>& reads) {
  const bool real = std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const infer::ExprFact& fact = finding.Fact(DeferredRead(finding, read)->tensor);
    return fact.tensor && fact.tensor->dtype != values::DType::Unknown &&
           fact.tensor->dtype != values::DType::Complex;
  });
  return MayRaise(finding, expr, real);
}

bool MayVary(const Finding& finding, ExprId expr, bool formatted) {
  const infer::ExprFact& fact = finding.Fact(expr);
  if (finding.If<syntax::Literal>(expr) || fact.constant) return false;
  return fact.MayBe(FactKind::Float) || (formatted && fact.MayBe(FactKind::Int));
}

ExprId MessageAround(const Finding& finding, ExprId expr) {
  for (ExprId outer = finding.parents.Parent(expr); outer; outer = finding.parents.Parent(outer)) {
    Finding call = finding;
    call.expr = outer;
    call.stmt = finding.parents.Statement(outer);
    if (finding.If<syntax::Call>(outer) && std::holds_alternative<Message>(Recognise(call)))
      return outer;
    if (!HandsOver(finding, outer)) return {};
  }
  return {};
}

}  // namespace graphmend::fix
