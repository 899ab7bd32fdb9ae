// Where what a side computes may be infinite or NaN, or its gradient may, it is computed with other
// numbers where the side is not taken, so that the zero gradient that comes in there stays a zero:
//
//     if trace > 0:                       predicate = trace > 0
//         s = torch.sqrt(trace)           s = torch.sqrt(torch.where(predicate, trace, 0.5))
//         q = x / s                       q = torch.where(predicate, x / …, …)
#include <algorithm>

#include "fix/appends.h"
#include "fix/branches.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using models::Trait;
using syntax::ExprId;
using syntax::StmtId;

// What a call computes with, where 0.5 is safe for it; false where it is not known to be.
bool Branches::CollectArguments(const syntax::Call& call, Wraps& wraps) const {
  const models::Traits callee = finding_.Fact(call.callee).traits;
  if (!callee.Has(Trait::StableAtHalf)) return false;
  const auto add = [&](ExprId operand) {
    const infer::ExprFact& fact = finding_.Fact(operand);
    if (IsNoTensor(fact)) return true;
    // A function of one tensor makes whole numbers floating itself; others are refused, or whole.
    const bool floating = IsTensor(fact) && (fact.tensor->dtype == values::DType::Float ||
                                             callee.op == models::OpKind::Elementwise);
    if (floating) wraps.others[operand.index] = Code::Verbatim("0.5", Precedence::Number);
    return floating;
  };
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  if (method && !add(method->object)) return false;
  return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    return arg.kind != syntax::ArgKind::Star && arg.kind != syntax::ArgKind::DoubleStar &&
           add(arg.value);
  });
}

// What an operator divides by, or what it raises to a power, and that: 1 is safe for them, and
// whole numbers stay whole.
bool Branches::CollectOperands(const syntax::Binary& binary, Wraps& wraps) const {
  const bool power = binary.op == syntax::BinaryOp::Pow;
  if (!power && binary.op != syntax::BinaryOp::Div) return false;
  for (ExprId operand : {binary.left, binary.right}) {
    if (!power && operand == binary.left) continue;
    const infer::ExprFact& fact = finding_.Fact(operand);
    if (IsTensor(fact)) wraps.others[operand.index] = Code::Number(1);
    else if (!IsNoTensor(fact)) return false;
  }
  return true;
}

// The same of all of the expression.
bool Branches::CollectPoles(ExprId expr, Wraps& wraps) const {
  if (finding_.AssumedOf(expr) || terms_.OfOwnFunction(expr)) return !terms_.IsUnstable(expr);
  const auto* binary = finding_.If<syntax::Binary>(expr);
  const auto* call = finding_.If<syntax::Call>(expr);
  if (IsUnstableItself(finding_, expr) &&
      !(binary ? CollectOperands(*binary, wraps) : CollectArguments(*call, wraps)))
    return false;
  bool all = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { all = all && CollectPoles(part, wraps); });
  return all;
}

// `indices`: what is guarded of it already.
void Branches::GuardPoles(ExprId expr, const Side& side, const Wraps& indices, Value& value) {
  Wraps wraps = indices;
  if (!value.unstable || value.inherited || !CanGuard(side) || !CollectPoles(expr, wraps)) return;
  const Code torch = Torch();
  wraps.with = [&](const Code& operand, const Code& other) {
    return torch.Method("where", {side.when, operand, other});
  };
  value.guarded = Code::Of(finding_, expr, NamesIn(side), &wraps);
}

// Whether what one of the statements gives a name may be infinite or NaN, and goes on being used on
// the side, or is appended to a list: there it is guarded by the test, which gets a name.
bool Branches::NamesPoles(syntax::StmtList body) const {
  if (AreWithoutGradients()) return false;
  return std::any_of(body.begin(), body.end(), [&](StmtId stmt) {
    if (const auto* branch = finding_.If<syntax::If>(stmt))
      return NamesPoles(branch->body) || NamesPoles(branch->orelse);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    Wraps wraps;
    if (const syntax::Call* call = AppendIn(finding_, stmt))
      return terms_.IsUnstable(call->args[0].value) && CollectPoles(call->args[0].value, wraps);
    return assign && stmt != body.back() && finding_.If<syntax::Name>(assign->targets[0]) &&
           terms_.IsUnstable(assign->value) && CollectPoles(assign->value, wraps);
  });
}

}  // namespace graphmend::fix
