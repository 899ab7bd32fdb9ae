// What may be computed where the source does not compute it: it does not raise, whatever the
// values, and a gradient of zeros goes through it as zeros.
#include <algorithm>
#include <cmath>

#include "fix/operands.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::BinaryOp;
using syntax::ExprId;

bool Terms::IsNoBool(ExprId expr) const {
  const values::DType kind = Of(expr).kind;
  return Of(expr).tensor && kind != values::DType::Bool && kind != values::DType::Unknown;
}

// Whether zeros times the number, or divided by it, are zeros in every floating dtype, of which
// half precision has the least range.
bool Terms::ScalesZeros(ExprId number, bool divides) const {
  constexpr double kMost = 65504, kLeast = 1 / kMost;
  const auto constant = ConstantOf(finding_, number);
  if (!constant || !IsNumber(number)) return false;
  const double value = std::abs(constant->kind == syntax::LiteralKind::Float ? constant->real
                                : constant->kind == syntax::LiteralKind::Int
                                    ? static_cast<double>(constant->integer)
                                    : constant->kind == syntax::LiteralKind::True);
  return divides ? value >= kLeast : value <= kMost;
}

bool Terms::IsLinear(const syntax::Binary& binary) const {
  const bool sums = binary.op == BinaryOp::Add || binary.op == BinaryOp::Sub;
  const bool divides = binary.op == BinaryOp::Div;
  if (!sums && !divides && binary.op != BinaryOp::Mul) return false;
  // A tensor of bools is not subtracted.
  auto may_refuse = [&](ExprId tensor, ExprId other) {
    return !IsNumber(tensor) && !IsNoBool(tensor) && !IsNoBool(other);
  };
  if (binary.op == BinaryOp::Sub &&
      (may_refuse(binary.left, binary.right) || may_refuse(binary.right, binary.left)))
    return false;
  const bool left = IsNumber(binary.left), right = IsNumber(binary.right);
  if (divides) return right && ScalesZeros(binary.right, true);
  if (left && right) return true;
  if (!left && !right) return sums && AreSame(Of(binary.left).shape, Of(binary.right).shape);
  const ExprId number = left ? binary.left : binary.right;
  return sums ? ConstantOf(finding_, number).has_value() : ScalesZeros(number, false);
}

// `x > 0`: what is complex has no order.
bool Terms::IsPlainTest(const syntax::Compare& compare) const {
  const values::DType kind = Of(compare.left).kind;
  const bool ordered = kind != values::DType::Unknown && kind != values::DType::Complex;
  const bool equals =
      compare.ops[0] == syntax::CompareOp::Eq || compare.ops[0] == syntax::CompareOp::NotEq;
  return compare.ops.size() == 1 && IsNumber(compare.rights[0]) && (ordered || equals);
}

// Whether the function takes these arguments of any tensor. `clamp` needs a limit, and a number of
// what the functions of neural networks take may be `inplace`.
bool Terms::TakesNumbers(const syntax::Call& call, ExprId subject, std::string_view name) const {
  std::size_t numbers = 0;
  for (const syntax::Arg& arg : call.args) {
    if (arg.value == subject) continue;
    if (!IsNumber(arg.value)) return false;
    ++numbers;
  }
  if (name.ends_with(".clamp") || name.ends_with(".clip")) return numbers > 0;
  return numbers == 0 || !name.starts_with("torch.nn.");
}

bool Terms::IsPlainCall(ExprId expr, const syntax::Call& call) const {
  const models::Traits operation = OperationOf(expr);
  const std::string_view name = finding_.NameOf(call.callee);
  const ExprId subject = Subject(call);
  if (operation.op == OpKind::Host) {
    if (!call.args.empty() && name.starts_with("torch.Tensor.")) return false;  // `size(1)`
    const auto* dtype = finding_.If<syntax::Attribute>(subject);
    return name.starts_with("torch.Tensor.") ||
           (name == "torch.finfo" && dtype && dtype->name == "dtype" &&
            Of(dtype->object).kind == values::DType::Float);
  }
  if (operation.op == OpKind::Reduction)
    return Of(expr).shape == dataflow::kSingle &&
           (name.ends_with(".any") || name.ends_with(".all"));
  if (!subject || !Of(subject).tensor || Of(subject).kind != values::DType::Float) return false;
  return operation.Has(Trait::ZerosStayZeros) && operation.Has(Trait::Total) &&
         TakesNumbers(call, subject, name);
}

bool Terms::IsBound(ExprId name) const {
  const std::optional<flow::Slot> slot = SlotOf(name);
  if (!slot) return true;  // of the module, as far as it is known
  if (flow().IsDeleted(*slot)) return false;
  const Definitions& definitions = flow().Of(name);
  return std::all_of(definitions.begin(), definitions.end(), [&](const flow::Inst* definition) {
    if (!definition) return *slot < flow().graph().param_count;
    return Dataflow::IsMerge(definition) || std::holds_alternative<flow::Store>(definition->node);
  });
}

bool Terms::IsSpeculatable(ExprId expr) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->tensor)
    return IsSpeculatable(assumed->tensor);
  bool speculatable = base::Match(
      finding_.tree()[expr].node, [&](const syntax::Name&) { return IsBound(expr); },
      [](const syntax::Literal&) { return true; },
      [&](const syntax::Attribute& a) {
        const infer::ExprFact& object = finding_.Fact(a.object);
        return finding_.Fact(expr).kinds != 0 && !object.MayBe(FactKind::None) &&
               !object.MayBe(FactKind::Unknown) && !object.MayBe(FactKind::Undeclared);
      },
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
