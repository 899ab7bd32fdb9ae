// Addresses inside of values: finding, giving, replacing and taking them away.
#include <optional>

#include "values/keyed_parts.h"
#include "values/value.h"

namespace graphmend::values {
namespace {

bool IsMutable(const Value& value) {
  const auto* s = std::get_if<Sequence>(&value);
  return (s && (s->kind == SequenceKind::List || s->kind == SequenceKind::Set)) ||
         std::holds_alternative<Dict>(value);
}

AddressId* AddressIn(Value& value) {
  if (auto* s = std::get_if<Sequence>(&value)) return &s->address;
  if (auto* d = std::get_if<Dict>(&value)) return &d->address;
  if (auto* o = std::get_if<Object>(&value)) return &o->address;
  return nullptr;
}

}  // namespace

AddressSets::Id Values::HeldBy(const Value& value) {
  AddressSets::Id held = AddressSets::kNone;
  ForEachPart(value, [&](const Ref& r) { held = address_sets_.Union(held, held_[r.value.index]); });
  const AddressId* address = AddressIn(const_cast<Value&>(value));
  if (!address || !*address) return held;
  return address_sets_.Union(held, address_sets_.Of(addresses.Members(*address)));
}

bool Values::IsOrHoldsBare(const Value& value) const {
  bool bare = false;
  ForEachPart(value, [&](const Ref& r) { bare |= holds_bare_[r.value.index]; });
  const AddressId* address = AddressIn(const_cast<Value&>(value));
  return bare || (IsMutable(value) && !*address);
}

AddressId Values::AddressOf(ValueId id) const {
  const AddressId* address = AddressIn(const_cast<Value&>(values_[id.index]));
  return address ? *address : AddressId();
}

ValueId Values::WithAddress(ValueId id, AddressId address) {
  Value value = values_[id.index];
  AddressId* at = AddressIn(value);
  if (!at || *at == address) return id;
  *at = address;
  return Intern(std::move(value));
}

ValueId Values::MapAddresses(ValueId id, const std::function<AddressId(AddressId)>& map) {
  SharedParts known;
  return MapAddresses(id, map, known);
}

ValueId Values::MapAddresses(ValueId id, const std::function<AddressId(AddressId)>& map,
                             SharedParts& known) {
  if (!HoldsAddress(id)) return id;
  return OnceForShared(id, known, [&] { return MappedAddresses(id, map, known); });
}

ValueId Values::MappedAddresses(ValueId id, const std::function<AddressId(AddressId)>& map,
                                SharedParts& known) {
  const AddressId at = AddressOf(id);
  const AddressId mapped = at ? map(at) : at;
  // Most values stay as they are: nothing is copied before a part is another one.
  std::optional<Value> changed;
  if (mapped != at) *AddressIn(changed.emplace(values_[id.index])) = mapped;
  return Mapped(id, std::move(changed),
                [&](ValueId part) { return MapAddresses(part, map, known); });
}

ValueId Values::WithoutAddresses(ValueId id) {
  if (!HoldsAddress(id)) return id;
  if (bare_[id.index] != ValueId::kNone) return ValueId(bare_[id.index]);
  Value value = values_[id.index];
  if (AddressId* at = AddressIn(value)) *at = {};
  if (auto* object = std::get_if<Object>(&value)) object->fields.clear();
  ForEachPart(value, [&](Ref& r) { r.value = WithoutAddresses(r.value); });
  const ValueId bare = Intern(std::move(value));
  bare_[id.index] = bare.index;
  return bare;
}

ValueId Values::Place(ValueId id, AddressId base) {
  if (!HoldsBare(id)) return id;
  Value value = values_[id.index];
  AddressId inside = base;
  if (IsMutable(value)) {
    AddressId* at = AddressIn(value);
    if (!*at) *at = base;
    inside = *at;
  }
  const bool is_union = std::holds_alternative<Union>(value);
  ForEachKeyedPart(value, [&](std::uint64_t key, Ref& r) {
    if (HoldsBare(r.value))
      r.value = Place(r.value, is_union ? inside : addresses.Nested(inside, key));
  });
  return Intern(std::move(value));
}

}  // namespace graphmend::values
