// Reads and writes of the store. Readers of a place run again when it grows.
#include "infer/heap/store.h"

#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer {

Ref Store::Contents(ObjectId object) { return Field(object, unit_.well_known.contents); }

void Store::StoreContents(ObjectId object, Ref value) {
  StoreField(object, unit_.well_known.contents, value);
}

CellsId Store::AddCells(CellsId parent, names::ScopeId scope) {
  cells_.push_back({parent, scope, {}});
  return CellsId(static_cast<std::uint32_t>(cells_.size() - 1));
}

void Store::Capture(CellsId cells, names::ScopeId scope, Symbol name, Ref value) {
  Cells& own = cells_[cells.index];
  if (own.scope != scope) return;
  WriteLocation(own.values[name], ForStore(value, StoreKind::Captured, cells.index, name));
}

ObjectId Store::InternObject(ClassId cls, std::vector<ValueId> key) {
  std::vector<std::uint64_t> k = {cls.index};
  for (ValueId v : key) k.push_back(v.index);
  auto [it, added] =
      object_table_.try_emplace(std::move(k), static_cast<std::uint32_t>(objects_.size()));
  if (added) {
    objects_.emplace_back();
    objects_.back().cls = cls;
  }
  return ObjectId(it->second);
}

Ref Store::ReadLocation(Location& location) {
  unit_.computations.ReadLocation(location.node);
  return location.value;
}

void Store::WriteLocation(Location& location, Ref value) {
  if (Grow(location, value) && location.node) unit_.dependencies.Changed(location.node);
}

void Store::WriteField(ObjectId object, Symbol name, Ref value) {
  ObjectInfo& info = unit_.Info(object);
  Location& location = info.fields[name];
  const bool is_new = !location.value.value;
  if (!Grow(location, value)) return;
  if (location.node) unit_.dependencies.FieldChanged(location.node, object);
  if (is_new && info.names) unit_.dependencies.FieldChanged(info.names, object);
}

std::vector<Symbol> Store::FieldNames(ObjectId object) {
  ObjectInfo& info = unit_.Info(object);
  unit_.computations.ReadLocation(info.names);
  std::vector<Symbol> names;
  for (const auto& [name, field] : info.fields)
    if (field.value.value && name != unit_.well_known.contents) names.push_back(name);
  std::sort(names.begin(), names.end(), [](Symbol a, Symbol b) { return a.text() < b.text(); });
  return names;
}

// A registry that everybody adds to would have everybody run again with each entry.
bool Store::Grow(Location& location, Ref value) {
  constexpr int kFreeChanges = 3;
  if (!location.value.value || location.changes < kFreeChanges) {
    const bool changed = values.JoinInto(location.value, value);
    location.changes += changed;
    return changed;
  }
  if (!value.value) return false;
  const Values::Widened widened = values.Widen(location.value, value);
  location.value = widened.value;
  return widened.effect == values::Effect::Changed;
}

Ref Store::Field(ObjectId object, Symbol name) {
  return Loaded(ReadLocation(unit_.Info(object).fields[name]), StoreKind::Field, object.index,
                name);
}

FieldValue Store::FieldOf(Ref object, Symbol name) {
  const auto* o = values.If<values::Object>(object);
  if (!o) return {};
  for (const values::FieldEntry& field : o->fields) {
    if (field.name != name) continue;
    if (field.value.value) return {field.value, false, false};
    if (!field.maybe) return {{}, true, true};
    return {Field(o->id, name), false, true};
  }
  return {Field(o->id, name), false, false};
}

void Store::StoreField(ObjectId object, Symbol name, Ref value) {
  WriteField(object, name, ForStore(value, StoreKind::Field, object.index, name));
}

Location* Store::FindCell(CellsId cells, Symbol name) {
  while (cells) {
    Cells& c = cells_[cells.index];
    if (auto found = c.values.find(name); found != c.values.end()) return &found->second;
    cells = c.parent;
  }
  return nullptr;
}

Ref Store::CellValue(CellsId cells, Symbol name) {
  Location* cell = FindCell(cells, name);
  return cell ? ReadLocation(*cell) : Ref{};
}

Ref Store::CapturedValue(CellsId cells, Symbol name) {
  for (; cells; cells = cells_[cells.index].parent) {
    auto found = cells_[cells.index].values.find(name);
    if (found == cells_[cells.index].values.end()) continue;
    return Loaded(ReadLocation(found->second), StoreKind::Captured, cells.index, name);
  }
  return {};
}

void Store::StoreCaptured(CellsId cells, Symbol name, Ref value) {
  for (; cells; cells = cells_[cells.index].parent) {
    auto found = cells_[cells.index].values.find(name);
    if (found == cells_[cells.index].values.end()) continue;
    return WriteLocation(found->second, ForStore(value, StoreKind::Captured, cells.index, name));
  }
}

}  // namespace graphmend::infer
