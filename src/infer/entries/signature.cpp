#include "infer/entries/signature.h"

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

Ref ForwardOf(Unit& unit, const values::Object& module) {
  return unit.classes.ClassAttribute(unit.Info(module.id).cls, unit.well_known.forward);
}

// A Sequential is called as its first module is.
Signature OfSequential(Unit& unit, const values::Object& object, int depth) {
  const Ref forward = ForwardOf(unit, object);
  const auto* function = forward.value ? unit.values.If<values::Function>(forward) : nullptr;
  if (!function || !unit.Info(function->id).is_stub ||
      unit.callables.Stub(function->id).transfer != models::Transfer::sequential_forward)
    return {};
  const Ref contents = unit.store.Contents(object.id);
  const auto* modules = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr;
  if (!modules || !modules->exact || modules->items.empty()) return {};
  const Ref first = modules->items[0];
  if (const Signature own = SignatureOf(unit, first, depth + 1)) return own;
  const auto* module = unit.values.If<values::Object>(first);
  const Ref of_library = module ? ForwardOf(unit, *module) : Ref{};
  const auto* known = of_library.value ? unit.values.If<values::Function>(of_library) : nullptr;
  return known ? Signature{known->id, 1} : Signature{};
}

}  // namespace

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
    if (const Signature wrapped = SignatureOf(unit, unit.instances.Wrapped(target), depth + 1))
      return wrapped;
    return OfSequential(unit, *o, depth);
  }
  return {};
}

}  // namespace graphmend::infer
