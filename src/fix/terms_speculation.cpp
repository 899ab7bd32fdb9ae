// What may be computed where the source does not compute it: it does not raise, whatever the
// values, and a gradient of zeros goes through it as zeros.
#include "fix/operands.h"
#include "fix/terms.h"

namespace graphmend::fix {

using models::OpKind;
using models::Trait;
using syntax::BinaryOp;
using syntax::ExprId;

bool Terms::IsNoBool(ExprId expr) const {
  const values::DType kind = Of(expr).kind;
  return Of(expr).tensor && kind != values::DType::Bool && kind != values::DType::Unknown;
}

bool Terms::IsLinear(const syntax::Binary& binary) const {
  const bool sums = binary.op == BinaryOp::Add || binary.op == BinaryOp::Sub;
  const bool linear = sums || binary.op == BinaryOp::Mul ||
                      (binary.op == BinaryOp::Div && finding_.If<syntax::Literal>(binary.right));
  const bool numbers = finding_.Fact(binary.left).constant ||
                       finding_.Fact(binary.right).constant ||
                       (IsNumber(binary.left) && IsNumber(binary.right));
  // A tensor of bools is not subtracted.
  auto may_refuse = [&](ExprId tensor, ExprId other) {
    return !IsNumber(tensor) && !IsNoBool(tensor) && !IsNoBool(other);
  };
  if (binary.op == BinaryOp::Sub &&
      (may_refuse(binary.left, binary.right) || may_refuse(binary.right, binary.left)))
    return false;
  return linear && (numbers || (sums && AreSame(Of(binary.left).shape, Of(binary.right).shape)));
}

// `x > 0`: what is complex has no order.
bool Terms::IsPlainTest(const syntax::Compare& compare) const {
  const values::DType kind = Of(compare.left).kind;
  const bool ordered = kind != values::DType::Unknown && kind != values::DType::Complex;
  const bool equals =
      compare.ops[0] == syntax::CompareOp::Eq || compare.ops[0] == syntax::CompareOp::NotEq;
  return compare.ops.size() == 1 && IsNumber(compare.rights[0]) && (ordered || equals);
}

bool Terms::IsPlainCall(ExprId expr, const syntax::Call& call) const {
  const models::Traits operation = OperationOf(expr);
  const std::string_view name = finding_.NameOf(call.callee);
  const ExprId subject = Subject(call);
  if (operation.op == OpKind::Host) {
    const auto* dtype = finding_.If<syntax::Attribute>(subject);
    return name.starts_with("torch.Tensor.") ||
           (name == "torch.finfo" && dtype && dtype->name == "dtype" &&
            Of(dtype->object).kind == values::DType::Float);
  }
  if (operation.op == OpKind::Reduction)
    return Of(expr).shape == dataflow::kSingle &&
           (name.ends_with(".any") || name.ends_with(".all"));
  // Of other dtypes, some of these functions raise.
  bool numbers = subject && Of(subject).tensor && Of(subject).kind == values::DType::Float;
  for (const syntax::Arg& arg : call.args) numbers &= arg.value == subject || IsNumber(arg.value);
  return operation.Has(Trait::ZerosStayZeros) && numbers;
}

bool Terms::IsSpeculatable(ExprId expr) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->tensor)
    return IsSpeculatable(assumed->tensor);
  bool speculatable = base::Match(
      finding_.tree()[expr].node, [](const syntax::Name&) { return true; },
      [](const syntax::Literal&) { return true; },
      [&](const syntax::Attribute&) { return finding_.Fact(expr).kinds != 0; },
      [&](const syntax::Unary& u) {
        return u.op == syntax::UnaryOp::Negate && (IsNumber(u.operand) || IsNoBool(u.operand));
      },
      [&](const syntax::Binary& b) { return IsLinear(b); },
      [&](const syntax::Compare& c) { return IsPlainTest(c); },
      [&](const syntax::BoolOp&) { return true; },
      [&](const syntax::Call& call) { return IsPlainCall(expr, call); },
      [](const auto&) { return false; });
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    const auto* call = finding_.If<syntax::Call>(expr);
    if (call && part == call->callee) {
      const auto* method = finding_.If<syntax::Attribute>(part);
      speculatable = speculatable && (!method || IsSpeculatable(method->object));
    } else {
      speculatable = speculatable && IsSpeculatable(part);
    }
  });
  return speculatable;
}

}  // namespace graphmend::fix
