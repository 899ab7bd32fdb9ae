// Where mutable containers and instances live: the identity by which aliases see each other's
// changes. Immutable values have none.
//
//   Site     made by one instruction of the function that is interpreted
//   Fresh    made by a callee, and named after the call that brought it here
//   Formal   came in through the arguments: the n-th that a walk through them meets. Calls that
//            differ only in what containers are called elsewhere share a summary.
//   Place    loaded from a place of the store: a field, a captured variable, a global
//   Nested   what a container at another address holds under one key, when it came with it
//   Old      what a site made in earlier rounds of a loop (recency abstraction): the newest stays
//            one object under the address of the site
//   Other    of a container that nobody else holds
//   Several  one of some addresses, after a join
//
// An address that is `many` may name several objects at once: writes to it are weak (what it holds
// becomes the join of before and after). Writes to any other address are strong.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/hash_index.h"
#include "base/id.h"

namespace graphmend::values {

struct AddressTag;
using AddressId = base::Id<AddressTag>;

struct Address {
  enum class Kind : std::uint8_t { Site, Fresh, Formal, Place, Nested, Old, Other, Several };
  Kind kind = Kind::Other;
  bool many = false;
  // Site, Fresh: graph and temp; Formal: number; Place: kind and owner, name; Nested: the key.
  std::uint64_t a = 0, b = 0;
  AddressId of = {};  // Fresh: the callee's; Nested: the container's; Old: the newest one's
  std::vector<AddressId> members = {};  // Several: sorted
  int depth = 0;                        // how many addresses it is made of
  bool operator==(const Address&) const = default;
};

class Addresses {
 public:
  AddressId Intern(Address address);
  const Address& operator[](AddressId id) const { return addresses_[id.index]; }
  // One of both. None stands for `Other`, unless both are None.
  AddressId Join(AddressId a, AddressId b);
  // The addresses that it may be; itself when it is no `Several`.
  std::span<const AddressId> Members(AddressId id) const {
    const std::vector<AddressId>& several = addresses_[id.index].members;
    return several.empty() ? std::span(&selves_[id.index], 1) : std::span(several);
  }
  bool IsOne(AddressId id) const {
    return !addresses_[id.index].many && addresses_[id.index].kind != Address::Kind::Several;
  }

  AddressId Site(const void* graph, std::uint32_t temp);
  AddressId Fresh(const void* graph, std::uint32_t temp, AddressId callee);
  AddressId Formal(std::uint32_t number, bool many);
  AddressId Nested(AddressId of, std::uint64_t key);
  AddressId Old(AddressId of);

 private:
  // Both stay where they are while more are added, so that spans of them stay good.
  std::deque<Address> addresses_;
  std::deque<AddressId> selves_;
  base::HashIndex index_;
};

}  // namespace graphmend::values
