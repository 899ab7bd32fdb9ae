#include "flow/places.h"

#include <functional>

namespace graphmend::flow {
namespace {

std::size_t Hash(const Place& place) {
  std::uint64_t hash = static_cast<std::uint64_t>(place.kind);
  auto mix = [&](std::uint64_t part) { hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29); };
  mix(place.parent.index);
  mix(place.slot);
  mix(std::hash<Symbol>()(place.name));
  mix(static_cast<std::uint64_t>(place.index));
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

bool Same(const Place& a, const Place& b) {
  return a.kind == b.kind && a.parent == b.parent && a.slot == b.slot && a.name == b.name &&
         a.index == b.index && a.string_key == b.string_key;
}

}  // namespace

PlaceId PlaceTable::Intern(const Place& place) {
  if (2 * places_.size() >= table_.size()) Grow();
  std::size_t mask = table_.size() - 1;
  std::size_t at = Hash(place) & mask;
  while (table_[at]) {
    if (Same(places_[table_[at]], place)) return table_[at];
    at = (at + 1) & mask;
  }
  return table_[at] = places_.Add(place);
}

void PlaceTable::Grow() {
  table_.assign(table_.empty() ? 16 : 2 * table_.size(), PlaceId::None());
  std::size_t mask = table_.size() - 1;
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    std::size_t at = Hash(places_[PlaceId(i)]) & mask;
    while (table_[at]) at = (at + 1) & mask;
    table_[at] = PlaceId(i);
  }
}

}  // namespace graphmend::flow
