#include "values/address.h"

#include <algorithm>

namespace graphmend::values {
namespace {

// Recursion makes addresses of addresses; beyond this many they are told apart no more.
constexpr int kMaxAddressDepth = 3;
constexpr std::size_t kMaxMembers = 6;

std::size_t HashOf(const Address& address) {
  std::size_t hash = static_cast<std::size_t>(address.kind) * 2 + address.many;
  hash = base::Mix(hash, address.a);
  hash = base::Mix(hash, address.b);
  hash = base::Mix(hash, address.of.index);
  for (AddressId member : address.members) hash = base::Mix(hash, member.index);
  return hash;
}

}  // namespace

AddressId Addresses::Intern(Address address) {
  const auto next = static_cast<std::uint32_t>(addresses_.size());
  const std::uint32_t index = index_.FindOrAdd(
      HashOf(address), next, [&](std::uint32_t known) { return addresses_[known] == address; });
  if (index == next) {
    addresses_.push_back(std::move(address));
    selves_.push_back(AddressId(index));
  }
  return AddressId(index);
}

AddressId Addresses::Join(AddressId a, AddressId b) {
  if (a == b) return a;
  const AddressId other = Intern({.kind = Address::Kind::Other, .many = true});
  std::vector<AddressId> members;
  for (AddressId side : {a ? a : other, b ? b : other})
    for (AddressId id : Members(side)) members.push_back(id);
  auto before = [](AddressId x, AddressId y) { return x.index < y.index; };
  std::sort(members.begin(), members.end(), before);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() == 1) return members[0];
  if (members.size() > kMaxMembers) members.resize(kMaxMembers);
  return Intern({.kind = Address::Kind::Several, .many = true, .members = std::move(members)});
}

AddressId Addresses::Site(const void* graph, std::uint32_t temp) {
  return Intern(
      {.kind = Address::Kind::Site, .a = reinterpret_cast<std::uintptr_t>(graph), .b = temp});
}

AddressId Addresses::Fresh(const void* graph, std::uint32_t temp, AddressId callee) {
  const int depth = addresses_[callee.index].depth + 1;
  const auto site = reinterpret_cast<std::uintptr_t>(graph);
  bool deep = depth > kMaxAddressDepth;
  for (AddressId of = callee; of; of = addresses_[of.index].of)
    deep |= addresses_[of.index].kind == Address::Kind::Fresh && addresses_[of.index].a == site;
  return Intern({.kind = Address::Kind::Fresh,
                 .many = deep || addresses_[callee.index].many,
                 .a = reinterpret_cast<std::uintptr_t>(graph),
                 .b = temp,
                 .of = deep ? AddressId() : callee,
                 .depth = deep ? kMaxAddressDepth : depth});
}

AddressId Addresses::Formal(std::uint32_t number, bool many) {
  return Intern({.kind = Address::Kind::Formal, .many = many, .a = number});
}

AddressId Addresses::Nested(AddressId of, std::uint64_t key) {
  const int depth = addresses_[of.index].depth + 1;
  const bool deep = depth > kMaxAddressDepth;
  return Intern({.kind = Address::Kind::Nested,
                 .many = deep || addresses_[of.index].many,
                 .a = deep ? 0 : key,
                 .of = deep ? AddressId() : of,
                 .depth = deep ? kMaxAddressDepth : depth});
}

AddressId Addresses::Old(AddressId of) {
  if (addresses_[of.index].kind == Address::Kind::Old) return of;
  return Intern(
      {.kind = Address::Kind::Old, .many = true, .of = of, .depth = addresses_[of.index].depth});
}

}  // namespace graphmend::values
