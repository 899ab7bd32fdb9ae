// hasattr, getattr and setattr: attributes by a name that is a value.
#include <algorithm>
#include <vector>

#include "infer/interpret/operands.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/children.h"
#include "infer/transfers/computed_names.h"

namespace graphmend::infer::transfers {

namespace {
Ref HasAttribute(const TransferCall& call, Ref object, const values::Constant* name) {
  if (!object.value || !name) return call.unit.Guarded(PyType::Bool);
  const auto* o = call.unit.values.If<values::Object>(object);
  if (o) {
    const FieldValue field = call.unit.store.FieldOf(object, name->text);
    const bool named =
        call.unit.classes.ClassAttribute(call.unit.Info(o->id).cls, name->text).value.has_value();
    if (field.deleted && !named) return {call.unit.values.Bool(false), {}};
    if (named || (field.value.value && !field.maybe_deleted))
      return {call.unit.values.Bool(true), {}};
    return call.unit.Guarded(PyType::Bool);
  }
  if (call.unit.values.If<values::Tensor>(object)) {
    auto cls = call.unit.classes.ClassOf(object);
    if (cls && call.unit.classes.ClassAttribute(*cls, name->text).value)
      return {call.unit.values.Bool(true), {}};
  }
  if (const auto* m = call.unit.values.If<values::Module>(object)) {
    Ref found = call.unit.definitions.ModuleAttribute(m->file, name->text);
    return call.unit.values.If<values::Unknown>(found) ? call.unit.Guarded(PyType::Bool)
                                                       : Ref{call.unit.values.Bool(true), {}};
  }
  if (object.value == call.unit.values.none())
    return {call.unit.values.Bool(name->text.text().starts_with("__")), {}};
  return call.unit.Guarded(PyType::Bool);
}

// `object.__setattr__` and its like are what a class's own method asks in its turn.
Operations::Access AccessOf(const TransferCall& call) {
  const bool by_default =
      call.callable && call.unit.callables.Stub(call.callable).transfer_word == "default";
  return by_default ? Operations::Access::Default : Operations::Access::ByClass;
}

Ref OfNamedAttribute(const TransferCall& call, Ref object, Symbol name, Ref fallback) {
  if (const auto* o = call.unit.values.If<values::Object>(object); o && fallback.value) {
    bool here = call.unit.store.FieldOf(object, name).value.value ||
                call.unit.classes.ClassAttribute(call.unit.Info(o->id).cls, name).value;
    if (!here) return call.unit.values.Join(fallback, call.unit.UnknownRef(Why::MayBeMissing));
  }
  Ref value = call.unit.operations.GetAttribute(object, name, call.site, AccessOf(call));
  if (fallback.value && call.unit.values.If<values::Unknown>(value))
    return call.unit.values.Join(fallback, value);
  return value;
}
}  // namespace

Ref hasattr(const TransferCall& call) {
  Ref out = call.unit.Bottom();
  for (Ref name : call.unit.values.TextsOf(call.Passed(1)))
    out = call.unit.values.Join(out, HasAttribute(call, call.Passed(0), StringOf(call, name)));
  return call.unit.values.IsBottom(out)
             ? HasAttribute(call, call.Passed(0), StringOf(call, call.Passed(1)))
             : out;
}

namespace {
// The expression at which `getattr` gets its second argument; None: it is not called as such.
syntax::ExprId NameArgument(const TransferCall& call) {
  if (!call.site.file || !call.site.expr) return {};
  const auto* made = std::get_if<syntax::Call>(&call.site.file->tree()[call.site.expr].node);
  return made && made->args.size() >= 2 && made->args[1].kind == syntax::ArgKind::Positional
             ? made->args[1].value
             : syntax::ExprId();
}
}  // namespace

// `vars(x)`, `dataclasses.asdict(x)`
Ref fields_by_name(const TransferCall& call) {
  const Ref object = call.Passed(0);
  const auto* o = object.value ? call.unit.values.If<values::Object>(object) : nullptr;
  if (!o) return call.unit.callables.StubReturn(call.callable);
  const ClassId cls = call.unit.Info(o->id).cls;
  values::Dict made;
  const std::vector<Symbol> names = call.unit.Info(cls).is_dataclass
                                        ? call.unit.Info(cls).fields
                                        : call.unit.store.FieldNames(o->id);
  for (Symbol name : names) {
    const FieldValue field = call.unit.store.FieldOf(object, name);
    if (field.value.value && !field.deleted)
      made.entries.push_back({call.unit.values.Str(name), field.value, field.maybe_deleted});
  }
  made.open = call.unit.Info(cls).unknown_base;
  if (made.open) made.other_key = call.unit.Guarded(PyType::Str), made.other_value = call.Unknown();
  return {call.unit.values.Intern(std::move(made)), {}};
}

Ref getattr(const TransferCall& call) {
  Ref object = call.Passed(0), fallback = call.Passed(2);
  const auto* name = StringOf(call, call.Passed(1));
  if (object.value && name) return OfNamedAttribute(call, object, name->text, fallback);
  Ref out = call.unit.Bottom();
  if (object.value)
    for (Ref text : call.unit.values.TextsOf(call.Passed(1)))
      out = call.unit.values.Join(
          out, OfNamedAttribute(call, object, StringOf(call, text)->text, fallback));
  if (!call.unit.values.IsBottom(out)) return out;
  if (object.value)
    if (const Ref some = AttributesLike(call.unit, object, NameArgument(call), call.site);
        some.value)
      return fallback.value ? call.unit.values.Join(some, fallback) : some;
  return call.Unknown();
}

namespace {
bool MayBeModule(Unit& unit, Ref value) {
  if (const auto* u = value.value ? unit.values.If<values::Union>(value) : nullptr)
    return std::any_of(u->alternatives.begin(), u->alternatives.end(),
                       [&](Ref r) { return MayBeModule(unit, r); });
  const auto* o = value.value ? unit.values.If<values::Object>(value) : nullptr;
  return o && unit.Info(unit.Info(o->id).cls).is_module;
}

// The names under which `setattr(model, name, module)` may replace a module, where source does not
// tell the name: those of the modules that are there.
std::vector<Symbol> NamesOfModules(Unit& unit, Ref object) {
  std::vector<Symbol> names;
  const auto* o = unit.values.If<values::Object>(object);
  if (!o) return names;
  for (Symbol name : unit.store.FieldNames(o->id))
    if (MayBeModule(unit, unit.store.FieldOf(object, name).value)) names.push_back(name);
  return names;
}
// A Sequential or a ModuleList holds them by their numbers.
void MayReplaceItems(Unit& unit, Ref object, Ref module) {
  const auto* o = unit.values.If<values::Object>(object);
  if (!o) return;
  const ObjectId id = o->id;
  const Ref contents = unit.store.Contents(id);
  const auto* items = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr;
  if (!items) return;
  values::Sequence after = *items;
  for (Ref& item : after.items)
    if (MayBeModule(unit, item)) item = unit.values.Join(item, module);
  unit.store.StoreContents(id, {unit.values.Intern(std::move(after)), {}});
}
}  // namespace

Ref setattr(const TransferCall& call) {
  const Ref object = call.Passed(0), value = call.Passed(2);
  if (!object.value || !value.value) return call.unit.None();
  const auto store = [&](Ref one, Symbol name, Ref stored) {
    call.unit.operations.SetAttribute(one, name, stored, call.site, AccessOf(call));
  };
  if (const auto* name = StringOf(call, call.Passed(1))) {
    store(object, name->text, value);
    return call.unit.None();
  }
  if (call.unit.CurrentMode(call.site).compiled) call.unit.recorder.NoteAssigned(object, Symbol());
  // One of several names: each attribute may be as before. Of values that are no modules, which the
  // loops of constructors store, one would be taken for the other.
  if (!MayBeModule(call.unit, value)) return call.unit.None();
  OverAlternatives(call.unit, object, [&](Ref one) {
    const auto* o = call.unit.values.If<values::Object>(one);
    const Ref module = o ? WithoutHolders(call.unit, o->id, value) : value;
    if (!module.value) return one;
    std::vector<Symbol> names;
    for (Ref text : call.unit.values.TextsOf(call.Passed(1)))
      names.push_back(StringOf(call, text)->text);
    if (names.empty()) {
      names = NamesOfModules(call.unit, one);
      MayReplaceItems(call.unit, one, module);
    }
    for (Symbol name : names) {
      const Ref before = call.unit.store.FieldOf(one, name).value;
      store(one, name, before.value ? call.unit.values.Join(before, module) : module);
    }
    return one;
  });
  return call.unit.None();
}

Ref delattr(const TransferCall& call) {
  const Ref object = call.Passed(0);
  if (const auto* name = StringOf(call, call.Passed(1)); object.value && name)
    call.unit.operations.DeleteAttribute(object, name->text, call.site, AccessOf(call));
  return call.unit.None();
}

}  // namespace graphmend::infer::transfers
