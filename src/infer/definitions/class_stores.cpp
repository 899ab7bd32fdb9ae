// What is stored into attributes of classes: flags of a whole program that a method or a context
// manager sets. Readers see it besides what the body of the class gives, whenever it is stored.
#include "infer/definitions/classes.h"
#include "infer/unit.h"

namespace graphmend::infer {

void Classes::StoreAttribute(ClassId cls, Symbol name, Ref value) {
  ClassInfo& info = unit_.Info(cls);
  if (info.is_stub || !value.value) return;
  for (ClassId c : info.mro) {
    const DefinitionId naming = AttributeDefinition(c, name);
    if (!naming) continue;
    stored_names_.insert(name);
    value = unit_.store.ForStore(value, StoreKind::ClassAttribute, cls.index, name);
    if (unit_.store.Grow(info.stored[name], value)) unit_.definitions.ReadersChanged(naming);
    return;
  }
}

Ref Classes::WithStored(Ref value, std::span<const ClassId> classes, Symbol name) {
  if (!stored_names_.contains(name)) return value;
  for (ClassId c : classes) {
    const auto& stored = unit_.Info(c).stored;
    if (auto found = stored.find(name); found != stored.end())
      value = values.Join(value, found->second.value);
  }
  return value;
}

}  // namespace graphmend::infer
