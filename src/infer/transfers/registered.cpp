// What modules register by name: buffers, parameters and other modules.
#include "infer/interpret/frame.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/children.h"

namespace graphmend::infer::transfers {

using values::PyType;

namespace {
Ref StoreNamed(const TransferCall& call, bool parameter) {
  Ref name = call.Passed(1), value = call.Passed(2);
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword) continue;
    if (a.name == "name") name = a.value;
    if (a.name == "tensor" || a.name == "param" || a.name == "module") value = a.value;
  }
  const auto* c = name.value ? call.unit.values.If<values::Constant>(name) : nullptr;
  if (c && c->kind == syntax::LiteralKind::Str && value.value) {
    if (const auto* t = call.unit.values.If<values::Tensor>(value); t && parameter) {
      values::Tensor p = *t;
      p.parameter = true;
      value.value = call.unit.values.Intern(p);
    }
    call.unit.operations.SetAttribute(call.First(), c->text, value, call.site);
  }
  return call.unit.None();
}
}  // namespace

Ref register_buffer(const TransferCall& call) { return StoreNamed(call, true); }
Ref register_parameter(const TransferCall& call) { return StoreNamed(call, true); }

namespace {
bool IsListOfModules(Unit& unit, ClassId cls) {
  const auto derives = [&](std::string_view name) {
    const ClassId base = unit.classes.StubClass("torch.nn", name);
    return base && unit.classes.DerivesFrom(cls, base);
  };
  return derives("Sequential") || derives("ModuleList");
}

// A module under a name that source does not tell is one of those that any name may give.
void AddUnderAnyName(Unit& unit, ObjectId object, Ref contents, Ref module) {
  values::Dict by_name;
  if (const auto* d = contents.value ? unit.values.If<values::Dict>(contents) : nullptr)
    by_name = *d;
  by_name.open = true;
  by_name.other_key = unit.Guarded(PyType::Str);
  by_name.other_value =
      by_name.other_value.value ? unit.values.Join(by_name.other_value, module) : module;
  unit.store.StoreContents(object, {unit.values.Intern(std::move(by_name)), contents.origin});
}
}  // namespace

Ref add_module(const TransferCall& call) {
  Unit& unit = call.unit;
  const auto* o = call.First().value ? unit.values.If<values::Object>(call.First()) : nullptr;
  Ref module = call.Parameter("module");
  if (!o || !module.value) return StoreNamed(call, false);
  const ObjectId object = o->id;
  if (!call.Compiled() && unit.values.If<values::Union>(module)) {
    module = WithoutHolders(unit, object, module);
    if (!module.value) return unit.None();
  }
  const Ref contents = unit.store.Contents(object);
  const auto* s = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr;
  // A Sequential has it under a number, whatever that is.
  if (s || (!contents.value && IsListOfModules(unit, unit.Info(object).cls))) {
    const Ref others = s ? values::JoinAll(unit.values, s->items) : unit.Bottom();
    unit.store.StoreContents(object,
                             {unit.values.SequenceOf(s ? s->kind : values::SequenceKind::List,
                                                     unit.values.Join(others, module)),
                              contents.origin});
  } else if (!unit.values.If<values::Constant>(call.Parameter("name"))) {
    AddUnderAnyName(unit, object, contents, module);
  }
  return StoreNamed(call, false);
}

}  // namespace graphmend::infer::transfers
