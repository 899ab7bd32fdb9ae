#include "values/address_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace graphmend::values {
namespace {
bool Before(AddressId a, AddressId b) { return a.index < b.index; }
}  // namespace

AddressSets::Id AddressSets::Intern(std::vector<AddressId> sorted) {
  if (sorted.empty()) return kNone;
  if (sorted.size() > kMost) return kMany;
  std::size_t hash = sorted.size();
  for (AddressId member : sorted) hash = base::Mix(hash, member.index);
  const auto next = static_cast<Id>(sets_.size());
  const Id id = index_.FindOrAdd(hash, next, [&](Id known) { return sets_[known] == sorted; });
  if (id == next) sets_.push_back(std::move(sorted));
  return id;
}

AddressSets::Id AddressSets::Of(std::span<const AddressId> members) {
  std::vector<AddressId> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end(), Before);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return Intern(std::move(sorted));
}

AddressSets::Id AddressSets::Union(Id a, Id b) {
  if (a == b || b == kNone) return a;
  if (a == kNone) return b;
  if (a == kMany || b == kMany) return kMany;
  if (b < a) std::swap(a, b);
  const std::uint64_t key = std::uint64_t{a} << 32 | b;
  if (auto known = unions_.find(key); known != unions_.end()) return known->second;
  std::vector<AddressId> all;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(all), Before);
  return unions_[key] = Intern(std::move(all));
}

bool AddressSets::MayHave(Id set, AddressId address) const {
  return set == kMany || std::binary_search(sets_[set].begin(), sets_[set].end(), address, Before);
}

}  // namespace graphmend::values
