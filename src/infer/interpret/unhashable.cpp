// Modules that have no hash: a class that defines `__eq__` and no `__hash__` loses the one of its
// base. Dynamo asks a module that it meets, and all that it holds, for their hashes, and what
// Python raises then leaves the frame: the rest of it is not compiled, and what it calls is on its
// own (torch 2.13).
#include <set>
#include <vector>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// More modules than these are not looked through.
constexpr std::size_t kMostModules = 256;

// The modules that one holds: in its attributes, in a container.
void AddParts(Unit& unit, ObjectId module, std::vector<Ref>& parts) {
  for (Symbol name : unit.store.FieldNames(module)) parts.push_back(unit.store.Field(module, name));
  const Ref contents = unit.store.Contents(module);
  const auto* items = contents.value ? unit.values.If<values::Sequence>(contents) : nullptr;
  if (items) parts.insert(parts.end(), items->items.begin(), items->items.end());
  if (const auto* named = contents.value ? unit.values.If<values::Dict>(contents) : nullptr)
    for (const values::DictEntry& entry : named->entries) parts.push_back(entry.value);
}

// The class without a hash of the module, or of one that it holds at any depth.
ClassId UnhashableClass(Unit& unit, Ref value) {
  std::vector<Ref> open = {value};
  std::set<std::uint32_t> seen;
  while (!open.empty() && seen.size() < kMostModules) {
    const auto* object = open.back().value ? unit.values.If<values::Object>(open.back()) : nullptr;
    open.pop_back();
    if (!object || !seen.insert(object->id.index).second) continue;
    const ClassId cls = unit.Info(object->id).cls;
    if (!unit.Info(cls).is_module) continue;
    if (unit.classes.IsUnhashable(cls)) return cls;
    AddParts(unit, object->id, open);
  }
  return {};
}

}  // namespace

void Frame::ObserveUnhashable(const flow::Inst& inst, flow::TempId used) {
  if (!mode_.compiled || !unit_.classes.has_unhashable_modules()) return;
  const Ref value = TempValue(used);
  const ClassId cls = value.value ? UnhashableClass(unit_, value) : ClassId();
  if (!cls) return;
  const observed::SkippedCall what = {{unit_.Info(cls).name.str()},
                                      observed::SkippedCall::Form::Unhashable};
  unit_.recorder.Observe(what, SiteOf(inst), value, {"GB0088"});
}

}  // namespace graphmend::infer
