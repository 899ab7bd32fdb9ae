#include "infer/calls/torch_functions.h"

#include <algorithm>

namespace graphmend::infer {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

// The function of source that the class has under this name, bound to the class; None: torch's own,
// or something else.
Ref OwnTorchFunction(Unit& unit, ClassId cls, const Site& site) {
  const Symbol name = unit.Intern("__torch_function__");
  ClassId owner;
  unit.classes.ClassAttribute(cls, name, &owner);
  if (!owner || unit.Info(owner).is_stub) return {};
  const Ref cls_value{unit.values.Intern(values::Class{cls}), {}};
  const Ref method = unit.operations.GetAttribute(cls_value, name, site);
  const auto* bound = unit.values.If<values::Bound>(method);
  const Ref function = bound ? bound->callee : method;
  const auto* known = unit.values.If<values::Function>(function);
  return known && !unit.Info(known->id).is_stub ? method : Ref{};
}

ClassId ClassOfInstance(Unit& unit, Ref value) {
  if (const auto* t = unit.values.If<values::Tensor>(value)) return t->subclass;
  const auto* object = unit.values.If<values::Object>(value);
  return object ? unit.Info(object->id).cls : ClassId();
}

// `kwargs` as the function gets them.
Ref KeywordsOf(Unit& unit, const Arguments& args) {
  values::Dict keywords;
  for (const CallArgument& a : args) {
    if (a.kind == syntax::ArgKind::Keyword)
      keywords.entries.push_back({unit.values.Str(a.name), a.value});
    keywords.open |= a.kind == syntax::ArgKind::DoubleStar;
  }
  return {unit.values.Intern(std::move(keywords)), {}};
}

Ref ArgumentsOf(Unit& unit, const Arguments& args) {
  values::Sequence passed{values::SequenceKind::Tuple, true, {}};
  for (const CallArgument& a : args) {
    if (a.kind == syntax::ArgKind::Positional) passed.items.push_back(a.value);
    passed.exact &= a.kind != syntax::ArgKind::Star;
  }
  return {unit.values.Intern(std::move(passed)), {}};
}

}  // namespace

std::optional<Ref> CallTorchFunction(Unit& unit, Ref function, const Arguments& args,
                                     const Site& site) {
  Site within = site;
  within.mode = unit.CurrentMode(site);
  if (!within.mode->compiled || within.mode->within_torch_function) return std::nullopt;
  for (const CallArgument& a : args) {
    const ClassId cls = a.value.value ? ClassOfInstance(unit, a.value) : ClassId();
    const Ref method = cls ? OwnTorchFunction(unit, cls, site) : Ref{};
    if (!method.value) continue;
    within.mode->within_torch_function = true;
    values::Sequence types{values::SequenceKind::Tuple, true, {}};
    types.items.push_back({unit.values.Intern(values::Class{cls}), {}});
    const Arguments passed = {
        Positional(function), Positional({unit.values.Intern(std::move(types)), {}}),
        Positional(ArgumentsOf(unit, args)), Positional(KeywordsOf(unit, args))};
    return unit.calls.Call(method, passed, within);
  }
  return std::nullopt;
}

std::optional<Ref> OperateByTorchFunction(Unit& unit, std::string_view method,
                                          const std::vector<Ref>& operands, const Site& site) {
  const bool of_class = std::any_of(operands.begin(), operands.end(), [&](Ref operand) {
    return operand.value && ClassOfInstance(unit, operand);
  });
  if (!of_class || method.empty() || !unit.CurrentMode(site).compiled) return std::nullopt;
  const ClassId tensor = unit.classes.TensorClass();
  if (!tensor) return std::nullopt;
  Arguments args;
  for (Ref operand : operands) args.push_back(Positional(operand));
  // The method's tensor comes first: `2 * t`.
  std::stable_partition(args.begin(), args.end(), [&](const CallArgument& a) {
    return unit.values.If<values::Tensor>(a.value) || unit.values.If<values::Object>(a.value);
  });
  const Ref function = unit.classes.ClassAttribute(tensor, unit.Intern(method));
  if (!function.value) return std::nullopt;
  return CallTorchFunction(unit, function, args, site);
}

std::string_view MethodOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return "add";
    case BinaryOp::Sub: return "sub";
    case BinaryOp::Mul: return "mul";
    case BinaryOp::MatMul: return "matmul";
    case BinaryOp::Div: return "div";
    case BinaryOp::FloorDiv: return "floor_divide";
    case BinaryOp::Mod: return "remainder";
    case BinaryOp::Pow: return "pow";
    case BinaryOp::LShift: return "bitwise_left_shift";
    case BinaryOp::RShift: return "bitwise_right_shift";
    case BinaryOp::BitAnd: return "bitwise_and";
    case BinaryOp::BitOr: return "bitwise_or";
    case BinaryOp::BitXor: return "bitwise_xor";
  }
  return {};
}

std::string_view MethodOf(CompareOp op) {
  switch (op) {
    case CompareOp::Eq: return "eq";
    case CompareOp::NotEq: return "ne";
    case CompareOp::Lt: return "lt";
    case CompareOp::LtE: return "le";
    case CompareOp::Gt: return "gt";
    case CompareOp::GtE: return "ge";
    case CompareOp::Is:
    case CompareOp::IsNot:
    case CompareOp::In:
    case CompareOp::NotIn: break;
  }
  return {};
}

}  // namespace graphmend::infer
