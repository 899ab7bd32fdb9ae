#include "infer/transfers/children.h"

#include <algorithm>
#include <string>
#include <vector>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {
namespace {

constexpr std::size_t kMostModules = 32;  // more are too many to follow one by one

bool IsModule(Unit& unit, Ref value) {
  const auto* w = unit.values.If<values::Wrapper>(value);
  if (w && w->kind == values::WrapperKind::Compiled) return IsModule(unit, w->inner);
  const auto* o = unit.values.If<values::Object>(value);
  return o && unit.Info(unit.Info(o->id).cls).is_module;
}

void AddModules(Unit& unit, Ref value, std::vector<Ref>& out) {
  if (!value.value) return;
  if (const auto* u = unit.values.If<values::Union>(value)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) AddModules(unit, r, out);
  } else if (IsModule(unit, value)) {
    out.push_back(value);
  }
}

std::vector<Ref> ChildrenOf(Unit& unit, Ref module) {
  std::vector<Ref> out;
  const auto* w = unit.values.If<values::Wrapper>(module);
  if (w) module = w->inner;
  const auto* o = unit.values.If<values::Object>(module);
  if (!o) return out;
  const ObjectId object = o->id;
  for (Ref part : PartsOf(unit, module)) AddModules(unit, part, out);
  const Ref contents = unit.store.Contents(object);
  if (const auto* d = contents.value ? unit.values.If<values::Dict>(contents) : nullptr)
    AddModules(unit, Ref(d->other_value), out);
  return out;
}

}  // namespace

std::vector<Ref> PartsOf(Unit& unit, Ref module) {
  std::vector<Ref> parts;
  const auto* o = unit.values.If<values::Object>(module);
  if (!o) return parts;
  const ObjectId object = o->id;
  for (Symbol name : unit.store.FieldNames(object))
    parts.push_back(unit.store.FieldOf(module, name).value);
  const Ref contents = unit.store.Contents(object);
  if (const auto* s = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr)
    parts.insert(parts.end(), s->items.begin(), s->items.end());
  if (const auto* d = contents.value ? unit.values.If<values::Dict>(contents) : nullptr)
    for (const values::DictEntry& entry : d->entries) parts.push_back(entry.value);
  return parts;
}

std::vector<Ref> ModulesOf(Unit& unit, Ref module, bool deep) {
  if (!module.value) return {};
  if (!deep) return ChildrenOf(unit, module);
  if (!unit.values.If<values::Object>(module)) return {};
  std::vector<Ref> out = {module};
  for (std::size_t i = 0; i < out.size() && out.size() <= kMostModules; ++i)
    for (Ref child : ChildrenOf(unit, out[i])) {
      const bool known = std::any_of(out.begin(), out.end(),
                                     [&](Ref r) { return unit.values.Same(r.value, child.value); });
      if (!known) out.push_back(child);
    }
  return out;
}

Ref WithoutHolders(Unit& unit, ObjectId object, Ref modules) {
  std::vector<Ref> open, others;
  if (const auto* u = unit.values.If<values::Union>(modules)) open = u->alternatives;
  else open = {modules};
  for (Ref one : open) {
    const std::vector<Ref> inside = ModulesOf(unit, one, true);
    const bool holds = std::any_of(inside.begin(), inside.end(), [&](Ref r) {
      const auto* o = unit.values.If<values::Object>(r);
      return o && o->id == object;
    });
    if (!holds && inside.size() <= kMostModules) others.push_back(one);
  }
  return others.empty() ? Ref{} : values::JoinAll(unit.values, others);
}

namespace {

// What a model is made of shows where it is built. Compiled code that walks through all of a model
// does so to patch it: following that would give each of its modules each of the patches.
Ref Submodules(const TransferCall& call, bool deep, bool named) {
  Unit& unit = call.unit;
  if (deep && unit.CurrentMode(call.site).compiled) return unit.callables.StubReturn(call.callable);
  // Of an instance that an annotation promises the constructor tells, and others may have added to
  // it.
  const auto* o = call.First().value ? unit.values.If<values::Object>(call.First()) : nullptr;
  if (deep && o && unit.Info(o->id).generic) return unit.callables.StubReturn(call.callable);
  const std::vector<Ref> found = ModulesOf(unit, call.First(), deep);
  if (found.empty() || found.size() > kMostModules) return unit.callables.StubReturn(call.callable);
  Ref element = values::JoinAll(unit.values, found);
  if (named)
    element = {unit.values.Sequence_(SequenceKind::Tuple, {unit.Guarded(PyType::Str), element}),
               {}};
  return {unit.values.SequenceOf(SequenceKind::Iterator, element), {}};
}

void AddByName(Unit& unit, values::ValueId name, Ref value, values::Dict& out) {
  std::vector<Ref> modules;
  AddModules(unit, value, modules);
  if (modules.empty()) return;
  out.entries.push_back({name, value});
  out.other_value = out.open ? unit.values.Join(out.other_value, value) : value;
  out.open = true;
}

// What is set by a name that source does not tell is like the others.
values::Dict ModulesByName(Unit& unit, Ref module) {
  values::Dict out;
  const auto* o = unit.values.If<values::Object>(module);
  if (!o) return out;
  const ObjectId object = o->id;
  for (Symbol name : unit.store.FieldNames(object))
    AddByName(unit, unit.values.Str(name), unit.store.FieldOf(module, name).value, out);
  const Ref contents = unit.store.Contents(object);
  if (const auto* s = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr) {
    const std::vector<Ref> items = s->items;
    for (std::size_t i = 0; i < items.size(); ++i)
      AddByName(unit, unit.values.Str(unit.Intern(std::to_string(i))), items[i], out);
  }
  if (const auto* d = contents.value ? unit.values.If<values::Dict>(contents) : nullptr) {
    const values::Dict dict = *d;
    for (const values::DictEntry& entry : dict.entries)
      AddByName(unit, entry.key, entry.value, out);
  }
  if (out.open) out.other_key = unit.Guarded(PyType::Str);
  return out;
}

}  // namespace

Ref modules_by_name(const TransferCall& call) {
  values::Dict modules = ModulesByName(call.unit, call.First());
  if (modules.entries.empty()) return call.unit.callables.StubReturn(call.callable);
  return {call.unit.values.Intern(std::move(modules)), {}};
}

Ref compile_blocks(const TransferCall& call) {
  Unit& unit = call.unit;
  const Ref blocks =
      unit.operations.GetAttribute(call.First(), unit.Intern("_repeated_blocks"), call.site);
  const auto names = unit.operations.ExactElements(blocks);
  if (!names) return call.Unknown();
  for (Ref module : ModulesOf(unit, call.First(), true)) {
    const auto* object = unit.values.If<values::Object>(module);
    if (!object) continue;
    const ClassInfo& cls = unit.Info(unit.Info(object->id).cls);
    if (!cls.file) continue;
    const Symbol name = cls.file->tree()[cls.cls].name;
    if (std::none_of(names->begin(), names->end(), [&](Ref wanted) {
          const auto* text = StringOf(call, wanted);
          return text && text->text == name;
        }))
      continue;
    BoundArguments bound = call.bound;
    bound.values[0] = module;
    module_compile({unit, call.callable, bound, call.args, call.site, {}, call.name});
  }
  return unit.None();
}

Ref children(const TransferCall& call) { return Submodules(call, false, false); }
Ref named_children(const TransferCall& call) { return Submodules(call, false, true); }
Ref modules(const TransferCall& call) { return Submodules(call, true, false); }
Ref named_modules(const TransferCall& call) { return Submodules(call, true, true); }

namespace {
// Whether a function may change what its argument consists of: it sets attributes, or registers
// something. Others fill parameters with numbers, which decides nothing.
bool MayRebuild(Unit& unit, Ref function) {
  if (const auto* bound = unit.values.If<values::Bound>(function)) function = bound->callee;
  const auto* f = function.value ? unit.values.If<values::Function>(function) : nullptr;
  if (!f || unit.Info(f->id).is_stub) return false;
  const CallableInfo& info = unit.Info(f->id);
  const auto changes = [](const flow::Inst& inst) {
    if (const auto* set = std::get_if<flow::SetAttr>(&inst.node)) return set->name != "data";
    if (const auto* get = std::get_if<flow::GetAttr>(&inst.node))
      return get->name.text().starts_with("register_") || get->name == "add_module";
    const auto* load = std::get_if<flow::LoadName>(&inst.node);
    return load && load->name == "setattr";
  };
  for (const flow::Block& block : info.file->Function(info.function).blocks)
    if (std::any_of(block.insts.begin(), block.insts.end(), changes)) return true;
  return false;
}
}  // namespace

Ref apply_to_modules(const TransferCall& call) {
  const Ref function = call.Parameter("fn");
  if (!function.value || (!call.Compiled() && !MayRebuild(call.unit, function)))
    return call.First();
  std::vector<Ref> modules = ModulesOf(call.unit, call.First(), true);
  if (modules.empty() || modules.size() > kMostModules) modules = {call.First()};
  for (Ref module : modules)
    call.unit.calls.Call(function, {{syntax::ArgKind::Positional, {}, module, {}}}, call.site);
  return call.First();
}

}  // namespace graphmend::infer::transfers
