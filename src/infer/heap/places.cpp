// Places of the store as addresses: what is loaded from one, and what is written there when it
// changes. Values in the store have no addresses of their own.
#include <algorithm>

#include "infer/unit.h"
#include "values/keyed_parts.h"

namespace graphmend::infer {

using values::Address;
using values::AddressId;

namespace {
std::uint64_t Number(Symbol name) {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(name.address()));
}
}  // namespace

AddressId Store::AddressOf(StoreKind kind, std::uint32_t owner, Symbol name) {
  const AddressId id = values.addresses.Intern({.kind = Address::Kind::Place,
                                                .a = static_cast<std::uint64_t>(kind) << 32 | owner,
                                                .b = Number(name)});
  store_places_.try_emplace(id.index, StorePlace{kind, owner, name});
  return id;
}

Ref Store::Loaded(Ref value, StoreKind kind, std::uint32_t owner, Symbol name) {
  if (!value.value || !values.HoldsBare(value.value)) return value;
  const AddressId place = AddressOf(kind, owner, name);
  auto [known, added] = placed_.try_emplace(std::uint64_t{place.index} << 32 | value.value.index);
  if (added) {
    const ValueId with = values.Place(value.value, place);
    return {placed_[std::uint64_t{place.index} << 32 | value.value.index] = with, value.origin};
  }
  return {known->second, value.origin};
}

Ref Store::ForStore(Ref value, StoreKind kind, std::uint32_t owner, Symbol name) {
  if (!value.value || !values.HoldsAddress(value.value)) return value;
  SeenAt seen;
  RememberAliases(value.value, AddressOf(kind, owner, name), seen);
  return {values.WithoutAddresses(value.value), value.origin};
}

// Names the places as `Values::Place` does.
void Store::RememberAliases(ValueId id, AddressId place, SeenAt& seen) {
  if (!values.HoldsAddress(id)) return;
  if (!seen.insert(std::uint64_t{place.index} << 32 | id.index).second) return;
  const values::Value value = values[id];
  if (const AddressId at = values.AddressOf(id)) {
    for (AddressId member : values.addresses.Members(at)) {
      const Address::Kind kind = values.addresses[member].kind;
      if (member == place || kind == Address::Kind::Other) continue;
      AddAlias(member, place, unit_.dependencies.Innermost());
    }
  }
  const bool is_union = std::holds_alternative<values::Union>(value);
  values::ForEachKeyedPart(value, [&](std::uint64_t key, const Ref& r) {
    if (values.HoldsAddress(r.value))
      RememberAliases(r.value, is_union ? place : values.addresses.Nested(place, key), seen);
  });
}

namespace {
std::uint64_t KeyOf(NodeId by, AddressId id) {
  return static_cast<std::uint64_t>(by.index) << 32 | id.index;
}

template <class Key>
const std::vector<AddressId>& ListIn(const std::unordered_map<Key, std::vector<AddressId>>& lists,
                                     Key key) {
  static const std::vector<AddressId> kNone;
  auto found = lists.find(key);
  return found == lists.end() ? kNone : found->second;
}
}  // namespace

void Store::AddAlias(AddressId address, AddressId place, NodeId by) {
  auto add = [](std::vector<AddressId>& list, AddressId one) {
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
  };
  add(published_[KeyOf(by, address)], place);
  add(aliases_[KeyOf(by, place)], address);
  add(published_by_[by.index], address);
}

const std::vector<AddressId>& Store::PublishedAs(AddressId address, NodeId by) const {
  return ListIn(published_, KeyOf(by, address));
}

const std::vector<AddressId>& Store::AliasesOf(AddressId place, NodeId by) const {
  return ListIn(aliases_, KeyOf(by, place));
}

const std::vector<AddressId>& Store::PublishedBy(NodeId by) const {
  return ListIn(published_by_, by.index);
}

// The place's value in the store may be this from now on.
void Store::StoreAt(AddressId place, Ref contents) {
  std::vector<std::uint64_t> path;
  while (values.addresses[place].kind == Address::Kind::Nested && values.addresses[place].of) {
    path.push_back(values.addresses[place].a);
    place = values.addresses[place].of;
  }
  auto known = store_places_.find(place.index);
  if (known == store_places_.end()) return;
  const StorePlace at = known->second;
  Location* location = LocationOf(at);
  if (!location) return;
  Ref value{values.WithoutAddresses(contents.value), contents.origin};
  if (!path.empty())
    value = {WithNested(location->value.value, path, value), location->value.origin};
  if (at.kind == StoreKind::Global)
    return unit_.definitions.StoreGlobal(*unit_.File(FileId(at.owner)), at.name, value);
  if (at.kind == StoreKind::Field) return WriteField(ObjectId(at.owner), at.name, value);
  WriteLocation(*location, value);
}

Location* Store::LocationOf(const StorePlace& at) {
  switch (at.kind) {
    case StoreKind::Field: return &unit_.Info(ObjectId(at.owner)).fields[at.name];
    case StoreKind::Captured: return &cells_[at.owner].values[at.name];
    case StoreKind::Global: return &stored_globals_[GlobalKey(at.owner, at.name)];
    case StoreKind::ClassAttribute: return nullptr;  // the body of the class tells
  }
  return nullptr;
}

// `whole` with what is under the path, innermost key first, joined with `part`.
ValueId Store::WithNested(ValueId whole, std::vector<std::uint64_t> path, Ref part) {
  if (!whole) return whole;
  if (path.empty()) return values.Join({whole, {}}, part).value;
  const std::uint64_t key = path.back();
  path.pop_back();
  values::Value value = values[whole];
  values::ForEachKeyedPart(value, [&](std::uint64_t at, Ref& r) {
    if (at == key) r.value = WithNested(r.value, path, part);
  });
  return values.Intern(std::move(value));
}

void Store::Publish(AddressId address, Ref contents, NodeId by) {
  const Address::Kind kind = values.addresses[address].kind;
  if (kind == Address::Kind::Place || kind == Address::Kind::Nested) StoreAt(address, contents);
  for (AddressId place : std::vector<AddressId>(PublishedAs(address, by))) StoreAt(place, contents);
}

}  // namespace graphmend::infer
