#include "infer/diagnose/origins.h"

#include <functional>

namespace graphmend::infer {
namespace {

std::size_t HashOf(const Origin& origin) {
  std::size_t hash = static_cast<std::size_t>(origin.kind) * 2 + origin.outside;
  auto mix = [&](std::uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  };
  mix(reinterpret_cast<std::uintptr_t>(origin.file));
  mix(std::uint64_t{origin.span.begin} << 32 | origin.span.end);
  mix(std::hash<Symbol>()(origin.detail));
  mix(origin.parent.index);
  return hash;
}

}  // namespace

OriginId Origins::Intern(const Origin& origin) {
  const auto next = static_cast<std::uint32_t>(origins_.size());
  const std::uint32_t index = index_.FindOrAdd(
      HashOf(origin), next, [&](std::uint32_t known) { return origins_[known] == origin; });
  if (index == next) origins_.push_back(origin);
  return OriginId(index);
}

}  // namespace graphmend::infer
