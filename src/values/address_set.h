// Sets of addresses, interned: which ones a value holds, at any depth. Most values hold none or
// few, and many hold the same; whether one of them was written to is asked all the time.
//
//   kNone   the empty set
//   kMany   more than kMost: each address may be in it
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash_index.h"
#include "values/address.h"

namespace graphmend::values {

class AddressSets {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0, kMany = 1;

  AddressSets() : sets_(2) {}

  Id Of(std::span<const AddressId> members);
  Id Union(Id a, Id b);
  bool MayHave(Id set, AddressId address) const;
  // Whether `test` holds for some member; true for kMany.
  template <class Test>
  bool MayHaveAny(Id set, Test test) const {
    if (set == kMany) return true;
    for (AddressId member : sets_[set])
      if (test(member)) return true;
    return false;
  }

 private:
  static constexpr std::size_t kMost = 48;
  Id Intern(std::vector<AddressId> sorted);

  std::vector<std::vector<AddressId>> sets_;  // sorted
  base::HashIndex index_;
  std::unordered_map<std::uint64_t, Id> unions_;  // by both ids, the smaller first
};

}  // namespace graphmend::values
