// Stores into attributes, and their deletion: of instances, classes, modules and tensors.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"
#include "infer/unit.h"

namespace graphmend::infer {

namespace {

// `data` only of what the compiled code made itself (torch 2.13, measured).
void ObserveSetting(Unit& unit, Ref tensor, Symbol name, const Site& site) {
  if (name == "requires_grad")
    unit.recorder.Observe(observed::Autograd{{""}, observed::Autograd::Form::SetRequiresGrad}, site,
                          tensor, {"GB0206"});
  if (name == "data" && !unit.values.If<values::Tensor>(tensor)->parameter &&
      unit.recorder.MadeHere(tensor.origin))
    unit.recorder.Observe(
        observed::StateMutation{{"data"}, observed::StateMutation::Form::SetPart, true}, site,
        tensor, {"GB0056"});
  if (name == "real" || name == "imag")
    unit.recorder.Observe(
        observed::StateMutation{{name.str()}, observed::StateMutation::Form::SetPart}, site, tensor,
        {"GB0058"});
}

// `package.BACKEND = name` is a store into a global of that file.
void SetOfModule(Unit& unit, const values::Module& m, Symbol name, Ref value, const Site& site) {
  const names::FileInfo& module = unit.program.Info(m.file);
  if (!unit.CurrentMode(site).compiled && module.module == "torch._dynamo.config")
    unit.flags.SetDynamoFlag(name, value);
  // Of a library that stubs speak for, functions are replaced, and flags are not known.
  const bool is_callable = unit.values.If<values::Function>(value) ||
                           unit.values.If<values::Partial>(value) ||
                           unit.values.If<values::Class>(value);
  const ParsedFile* file = module.is_stub && !is_callable ? nullptr : unit.File(m.file);
  if (file) unit.definitions.StoreGlobal(*file, name, value);
}

// Whether the class has a `__setattr__` or `__delattr__` of its own, which is called.
bool CallsOwnAccessor(Unit& unit, Ref object, std::string_view accessor,
                      const std::vector<Ref>& arguments, const Site& site) {
  const bool untold = ObserveBuiltinAccessor(unit, object, accessor, "GB0156", site);
  return CallOwnMethod(unit, object, accessor, arguments, untold ? Untraced(site) : site)
      .has_value();
}

// Whether compiled code has defined it: Dynamo keeps the attributes of such a function itself.
bool IsDefinedInside(Unit& unit, Ref function) {
  const auto* f = unit.values.If<values::Function>(function);
  return f && unit.Info(f->id).made_inside;
}

}  // namespace

void Operations::SetAttribute(Ref object, Symbol name, Ref value, const Site& site, Access access) {
  auto one = [&](Ref r) {
    if (unit_.CurrentMode(site).compiled) unit_.recorder.NoteAssigned(r, name);
    if (values.If<values::Object>(r)) StoreInInstance(r, name, value, site, access);
    if (const auto* c = values.If<values::Class>(r))
      unit_.classes.StoreAttribute(c->id, name, value);
    if (const auto* m = values.If<values::Module>(r)) SetOfModule(unit_, *m, name, value, site);
    if (values.If<values::Tensor>(r) && unit_.CurrentMode(site).compiled)
      ObserveSetting(unit_, r, name, site);
    if (values.If<values::Tensor>(r) && name == "data" && site.frame)
      site.frame->ForgetTensor(r, Frame::ForgetWhat::All);
    const bool callable = values.If<values::Function>(r) || values.If<values::Partial>(r);
    if (callable && unit_.CurrentMode(site).compiled && !IsDefinedInside(unit_, r))
      unit_.recorder.Observe(
          observed::StateMutation{{""}, observed::StateMutation::Form::SetFunctionAttribute}, site,
          r, {"GB0467"});
  };
  if (const auto* u = values.If<values::Union>(object)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) one(r);
  } else {
    one(object);
  }
}

void Operations::StoreInInstance(Ref object, Symbol name, Ref value, const Site& site,
                                 Access access) {
  const ObjectId id = values.If<values::Object>(object)->id;
  const ClassId cls = unit_.Info(id).cls;
  // Writing is no reading: whoever only stores is not to run again when somebody else does.
  const Ref attribute =
      unit_.Info(id).fields.contains(name) ? Ref{} : unit_.classes.ClassAttribute(cls, name);
  const auto* wrapper = attribute.value ? values.If<values::Wrapper>(attribute) : nullptr;
  const bool set_by =
      access == Access::ByClass && unit_.CurrentMode(site).compiled &&
      HasOwnMethod(unit_, cls, "__setattr__") &&
      CallsOwnAccessor(unit_, object, "__setattr__", {unit_.Text(name.str()), value}, site);
  if (!wrapper || wrapper->kind != values::WrapperKind::Property)
    return SetField(object, name, value, site);
  const Ref setter = set_by ? Ref{} : unit_.classes.Setter(cls, name);
  if (setter.value) unit_.calls.Call(setter, {Positional(object), Positional(value)}, site);
}

// Of one instance certainly; of one of several perhaps, and the store knows of them all.
void Operations::SetField(Ref object, Symbol name, Ref value, const Site& site) {
  const values::Object o = *values.If<values::Object>(object);
  unit_.store.StoreField(o.id, name, value);
  if (!site.frame) return;
  if (!o.address) return site.frame->Wrote(o.id, name);
  values::Object after = o;
  value = values.LimitedField(value);
  auto at = std::find_if(after.fields.begin(), after.fields.end(),
                         [&](const values::FieldEntry& f) { return f.name == name; });
  if (at != after.fields.end()) *at = {name, value, false};
  else after.fields.push_back({name, value, false});
  site.frame->Mutate(object, {values.Intern(std::move(after)), object.origin});
}

void Operations::DeleteAttribute(Ref object, Symbol name, const Site& site, Access access) {
  auto one = [&](Ref r) {
    if (!values.If<values::Object>(r)) return;
    if (access == Access::ByClass && unit_.CurrentMode(site).compiled)
      CallsOwnAccessor(unit_, r, "__delattr__", {unit_.Text(name.str())}, site);
    const auto* o = values.If<values::Object>(r);
    if (!o->address || !site.frame) {
      // Some instance has it no more: what the store says may not hold.
      unit_.store.StoreField(o->id, name, unit_.UnknownRef(Why::MayBeMissing));
      if (site.frame) site.frame->Wrote(o->id, name);
      return;
    }
    values::Object after = *o;
    std::erase_if(after.fields, [&](const values::FieldEntry& f) { return f.name == name; });
    after.fields.push_back({name, {}, false});
    site.frame->Mutate(r, {values.Intern(std::move(after)), r.origin});
  };
  if (const auto* u = values.If<values::Union>(object)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) one(r);
  } else {
    one(object);
  }
}

}  // namespace graphmend::infer
