#include "infer/entries/signature.h"

#include "infer/unit.h"

namespace graphmend::infer {

Signature SignatureOf(Unit& unit, Ref target, int depth) {
  if (depth > 6 || !target.value) return {};
  if (const auto* f = unit.values.If<values::Function>(target))
    return unit.Info(f->id).is_stub ? Signature{} : Signature{f->id, 0};
  if (const auto* b = unit.values.If<values::Bound>(target)) {
    Signature s = SignatureOf(unit, b->callee, depth + 1);
    return s ? Signature{s.callable, s.bound + 1} : s;
  }
  if (const auto* p = unit.values.If<values::Partial>(target)) {
    Signature s = SignatureOf(unit, p->callee, depth + 1);
    return s ? Signature{s.callable, s.bound + p->args.size()} : s;
  }
  if (const auto* w = unit.values.If<values::Wrapper>(target))
    return SignatureOf(unit, w->inner, depth + 1);
  if (const auto* o = unit.values.If<values::Object>(target)) {
    ClassId cls = unit.Info(o->id).cls;
    // A module that overrides `__call__` is compiled from there.
    for (const char* name : {"__call__", "forward"}) {
      ClassId owner;
      Ref method = unit.classes.ClassAttribute(cls, unit.Intern(name), &owner);
      if (!method.value || !owner || unit.Info(owner).is_stub) continue;
      Signature s = SignatureOf(unit, method, depth + 1);
      if (s) return {s.callable, 1};
    }
    return SignatureOf(unit, unit.instances.Wrapped(target), depth + 1);
  }
  return {};
}

}  // namespace graphmend::infer
