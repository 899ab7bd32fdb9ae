// `list | tuple`: the classes themselves, as `isinstance` and annotations take them.
#include <algorithm>
#include <string>
#include <vector>

#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using syntax::BinaryOp;

// Whether Dynamo makes no union of this and another such one, of which it knows no `__or__`; with
// any other class on either side it does. Torch 2.13, measured over pairs of 33 classes.
bool HasNoUnion(Unit& unit, Ref operand) {
  if (!operand.value) return false;
  if (operand.value == unit.values.none()) return true;
  const auto* cls = unit.values.If<values::Class>(operand);
  if (!cls) return false;
  const std::string& name = unit.Info(cls->id).qualified;
  return name == "builtins.list" || name == "builtins.dict" || name.starts_with("numpy.");
}

// The classes of an operand: itself, None, or those of a union.
std::vector<Ref> ClassesOf(Unit& unit, Ref operand) {
  const auto is_class = [&](Ref one) {
    return unit.values.If<values::Class>(one) || one.value == unit.values.none();
  };
  if (is_class(operand)) return {operand};
  const auto* made = unit.values.If<values::Sequence>(operand);
  if (!made || !made->exact || made->kind != values::SequenceKind::Tuple) return {};
  const bool all = std::all_of(made->items.begin(), made->items.end(), is_class);
  return all ? made->items : std::vector<Ref>();
}

}  // namespace

std::optional<Ref> TypeUnion(Unit& unit, BinaryOp op, Ref left, Ref right) {
  if (op != BinaryOp::BitOr) return std::nullopt;
  std::vector<Ref> classes = ClassesOf(unit, left);
  const std::vector<Ref> others = ClassesOf(unit, right);
  if (classes.empty() || others.empty()) return std::nullopt;
  if (left.value == unit.values.none() && right.value == left.value) return std::nullopt;
  classes.insert(classes.end(), others.begin(), others.end());
  return Ref{unit.values.Sequence_(values::SequenceKind::Tuple, std::move(classes)), {}};
}

// `list[int]` has an `__or__` of its own, whatever the class has.
void Frame::ObserveTypeUnion(const flow::Inst& inst, const flow::Binary& b) {
  const auto has_none = [&](flow::TempId temp) {
    return !std::holds_alternative<flow::GetItem>(graph_.Definition(temp).node) &&
           HasNoUnion(unit_, TempValue(temp));
  };
  const auto is_none = [&](flow::TempId temp) {
    return TempValue(temp).value == unit_.values.none();
  };
  if (b.op != BinaryOp::BitOr || !has_none(b.left) || !has_none(b.right)) return;
  if (is_none(b.left) && is_none(b.right)) return;
  const observed::SkippedCall what = {{""}, observed::SkippedCall::Form::TypeUnion};
  unit_.recorder.Observe(what, SiteOf(inst), TempValue(b.left), {"GB0088"});
}

}  // namespace graphmend::infer
