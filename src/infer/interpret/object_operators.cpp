#include "infer/interpret/object_operators.h"

#include <algorithm>

namespace graphmend::infer {
namespace {

// "add" of `__add__`, `__radd__` and `__iadd__`.
std::string_view Stem(BinaryOp op) {
  static constexpr std::string_view kStems[] = {"add",      "sub", "mul", "matmul", "truediv",
                                                "floordiv", "mod", "pow", "lshift", "rshift",
                                                "and",      "or",  "xor"};
  return kStems[static_cast<int>(op)];
}

// The method that a comparison asks for, and that which it asks of the other side.
std::pair<std::string_view, std::string_view> Comparisons(CompareOp op) {
  switch (op) {
    case CompareOp::Eq: return {"__eq__", "__eq__"};
    case CompareOp::NotEq: return {"__ne__", "__ne__"};
    case CompareOp::Lt: return {"__lt__", "__gt__"};
    case CompareOp::LtE: return {"__le__", "__ge__"};
    case CompareOp::Gt: return {"__gt__", "__lt__"};
    case CompareOp::GtE: return {"__ge__", "__le__"};
    case CompareOp::Is:
    case CompareOp::IsNot:
    case CompareOp::In:
    case CompareOp::NotIn: break;
  }
  return {};
}

// Whether the operators of an instance with a tensor are those of the tensor: of a subclass, and of
// what has a `__torch_function__`.
bool ActsAsTensor(Unit& unit, ClassId cls) {
  const ClassId tensor = unit.classes.TensorClass();
  return (tensor && unit.classes.DerivesFrom(cls, tensor)) ||
         unit.classes.ClassAttribute(cls, unit.Intern("__torch_function__")).value.has_value();
}

// The class of an instance that answers an operator by a method of its own. `other`: the operand
// beside it, None where there is none.
std::optional<ClassId> AnsweringClass(Unit& unit, Ref r, Ref other) {
  const auto* object = unit.values.If<values::Object>(r);
  if (!object) return std::nullopt;
  const ClassId cls = unit.Info(object->id).cls;
  const bool beside_tensor = other.value && unit.values.If<values::Tensor>(other);
  if (beside_tensor && (ActsAsTensor(unit, cls) || IsConstant(unit, cls))) return std::nullopt;
  return cls;
}

// A method that a binary operator calls: of this operand, with the other one.
struct Choice {
  Ref self, other;
  std::string method;
};

std::optional<Choice> Choose(Unit& unit, BinaryOp op, Ref left, Ref right, bool in_place) {
  const auto named = [&](std::string_view prefix) {
    return "__" + std::string(prefix) + std::string(Stem(op)) + "__";
  };
  const auto has = [&](Ref of, Ref beside, const std::string& name) {
    const auto cls = AnsweringClass(unit, of, beside);
    return cls && HasOwnMethod(unit, *cls, name);
  };
  if (in_place && has(left, right, named("i"))) return Choice{left, right, named("i")};
  if (has(left, right, named(""))) return Choice{left, right, named("")};
  if (has(right, left, named("r"))) return Choice{right, left, named("r")};
  return std::nullopt;
}

void ObserveOperator(Unit& unit, std::string_view spelling, Ref subject, const Site& site,
                     std::string_view id) {
  unit.recorder.Observe(
      observed::SkippedCall{{std::string(spelling)}, observed::SkippedCall::Form::Operator}, site,
      subject, {std::string(id)});
}

}  // namespace

bool IsDictClass(Unit& unit, ClassId cls) {
  const ClassId dict = unit.classes.StubClass("builtins", "dict");
  return dict && unit.classes.DerivesFrom(cls, dict);
}

bool HasOwnMethod(Unit& unit, ClassId cls, std::string_view name) {
  ClassId owner;
  const Ref method = unit.classes.ClassAttribute(cls, unit.Intern(name), &owner);
  return method.value && owner && !unit.Info(owner).is_stub && method.value != unit.values.none();
}

bool IsConstant(Unit& unit, ClassId cls) {
  if (unit.Info(cls).is_named_tuple) return true;
  const auto derives = [&](std::string_view name) {
    const ClassId base = unit.classes.StubClass("builtins", name);
    return base && unit.classes.DerivesFrom(cls, base);
  };
  return derives("int") || derives("float") || derives("str");
}

bool IsPlainInstance(Unit& unit, const values::Object& object) {
  const ClassInfo& cls = unit.Info(unit.Info(object.id).cls);
  if (cls.is_module) return true;
  if (cls.is_enum || cls.is_named_tuple || cls.unknown_base || cls.is_stub) return false;
  return std::none_of(cls.mro.begin(), cls.mro.end(), [&](ClassId base) {
    const ClassInfo& info = unit.Info(base);
    const bool of_python = info.qualified.starts_with("builtins.") ||
                           info.qualified.starts_with("collections.") ||
                           info.qualified.starts_with("enum.");
    return info.is_stub && of_python && info.name != "object";
  });
}

std::optional<Ref> CallOwnMethod(Unit& unit, Ref object, std::string_view name,
                                 const std::vector<Ref>& arguments, const Site& site) {
  const auto* o = unit.values.If<values::Object>(object);
  if (!o || !HasOwnMethod(unit, unit.Info(o->id).cls, name)) return std::nullopt;
  Arguments passed;
  for (Ref r : arguments) passed.push_back(Positional(r));
  // Python looks such methods up in the class, past `__getattribute__`.
  const Ref method =
      unit.operations.GetAttribute(object, unit.Intern(name), site, Operations::Access::Default);
  return unit.calls.Call(method, passed, site);
}

bool ObserveBuiltinAccessor(Unit& unit, Ref object, std::string_view accessor, std::string_view id,
                            const Site& site) {
  const auto* o = unit.values.If<values::Object>(object);
  ClassId owner;
  const Ref method =
      o ? unit.classes.ClassAttribute(unit.Info(o->id).cls, unit.Intern(accessor), &owner) : Ref{};
  const auto* f = method.value ? unit.values.If<values::Function>(method) : nullptr;
  if (!f || !owner || unit.Info(owner).is_stub || !unit.Info(f->id).is_stub) return false;
  const std::string_view taken = unit.callables.StubName(f->id);
  if (taken.starts_with("builtins.object.")) return false;
  unit.recorder.Observe(
      observed::SkippedCall{{std::string(accessor)}, observed::SkippedCall::Form::BuiltinAccessor},
      site, {}, {std::string(id)});
  return true;
}

std::optional<Ref> CallFirstOf(Unit& unit, Ref value, const std::vector<std::string>& names,
                               const Site& site) {
  if (names.empty() || !value.value) return std::nullopt;
  bool all = true;
  const Ref result = OverAlternatives(unit, value, [&](Ref r) {
    for (const std::string& name : names)
      if (auto called = CallOwnMethod(unit, r, name, {}, site)) return *called;
    all = false;
    return unit.Bottom();
  });
  return all ? std::optional(result) : std::nullopt;
}

std::optional<Ref> ObjectUnary(Unit& unit, syntax::UnaryOp op, Ref operand, const Site& site) {
  const auto cls = AnsweringClass(unit, operand, {});
  if (!cls) return std::nullopt;
  switch (op) {
    case syntax::UnaryOp::Not: return std::nullopt;
    case syntax::UnaryOp::Negate: return CallOwnMethod(unit, operand, "__neg__", {}, site);
    case syntax::UnaryOp::Plus: return CallOwnMethod(unit, operand, "__pos__", {}, site);
    case syntax::UnaryOp::Invert: break;
  }
  if (!HasOwnMethod(unit, *cls, "__invert__")) return std::nullopt;
  if (!unit.CurrentMode(site).compiled) return CallOwnMethod(unit, operand, "__invert__", {}, site);
  ObserveOperator(unit, "~", operand, site, "GB0059");
  return CallOwnMethod(unit, operand, "__invert__", {}, Untraced(site));
}

std::optional<Ref> ObjectBinary(Unit& unit, BinaryOp op, Ref left, Ref right, bool in_place,
                                const Site& site) {
  if (!unit.values.If<values::Object>(left) && !unit.values.If<values::Object>(right))
    return std::nullopt;
  const auto choice = Choose(unit, op, left, right, in_place);
  if (!choice) return std::nullopt;
  const bool tensor = unit.values.If<values::Tensor>(left) || unit.values.If<values::Tensor>(right);
  const bool untold = op == BinaryOp::MatMul && !tensor;
  Site called = site;
  if (unit.CurrentMode(site).compiled && (tensor || untold)) {
    ObserveOperator(unit, Spelling(op), choice->self, site, tensor ? "GB0055" : "GB0059");
    if (untold) called = Untraced(site);
  }
  return CallOwnMethod(unit, choice->self, choice->method, {choice->other}, called);
}

std::optional<Ref> ObjectCompare(Unit& unit, CompareOp op, Ref left, Ref right, const Site& site) {
  const auto [own, reflected] = Comparisons(op);
  if (own.empty()) return std::nullopt;
  if (AnsweringClass(unit, left, right))
    if (auto result = CallOwnMethod(unit, left, own, {right}, site)) return result;
  if (AnsweringClass(unit, right, left)) return CallOwnMethod(unit, right, reflected, {left}, site);
  return std::nullopt;
}

}  // namespace graphmend::infer
