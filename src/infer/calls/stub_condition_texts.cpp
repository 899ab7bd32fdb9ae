// Conditions about what is shown as text.
#include <algorithm>

#include "infer/calls/stub_condition.h"
#include "infer/interpret/object_operators.h"

namespace graphmend::infer {
namespace {
bool HasGeneratedRepr(Unit& unit, Ref value, int depth) {
  const auto* o = unit.values.If<values::Object>(value);
  if (o) {
    const ClassId cls = unit.Info(o->id).cls;
    return unit.Info(cls).is_dataclass && !unit.Info(cls).is_stub &&
           !HasOwnMethod(unit, cls, "__repr__") && !IsDictClass(unit, cls);
  }
  const auto* s = depth < 3 ? unit.values.If<values::Sequence>(value) : nullptr;
  return s && std::any_of(s->items.begin(), s->items.end(),
                          [&](Ref r) { return HasGeneratedRepr(unit, r, depth + 1); });
}
}  // namespace

Answer Condition::GeneratedRepr(const Argument& a) {
  return YesIf(HasGeneratedRepr(unit_, a.value, 0));
}

// An f-string of a tensor, among the items as far as they are known.
Answer Condition::HoldsText(const Argument& a) {
  auto items = unit_.operations.ExactElements(a.value);
  if (const auto* s = unit_.values.If<values::Sequence>(a.value); !items && s) items = s->items;
  return YesIf(items && std::any_of(items->begin(), items->end(),
                                    [&](Ref r) { return unit_.data.ShowsTensor(r); }));
}

Answer Condition::ShowsTensor(const Argument& a) { return YesIf(unit_.data.ShowsTensor(a.value)); }

}  // namespace graphmend::infer
