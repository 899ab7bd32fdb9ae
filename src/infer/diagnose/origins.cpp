#include "infer/diagnose/origins.h"

#include <functional>

namespace graphmend::infer {
namespace {

std::size_t HashOf(const Origin& origin) {
  std::size_t hash = static_cast<std::size_t>(origin.kind) * 2 + origin.outside;
  hash = base::Mix(hash, reinterpret_cast<std::uintptr_t>(origin.file));
  hash = base::Mix(hash, std::uint64_t{origin.span.begin} << 32 | origin.span.end);
  hash = base::Mix(hash, std::hash<Symbol>()(origin.detail));
  hash = base::Mix(hash, origin.parent.index);
  return hash;
}

}  // namespace

OriginId Origins::BeforePassing(OriginId id) const {
  while (id && (*this)[id].kind == OriginKind::Argument) id = (*this)[id].parent;
  return id;
}

OriginId Origins::Intern(const Origin& origin) {
  const auto next = static_cast<std::uint32_t>(origins_.size());
  const std::uint32_t index = index_.FindOrAdd(
      HashOf(origin), next, [&](std::uint32_t known) { return origins_[known] == origin; });
  if (index == next) origins_.push_back(origin);
  return OriginId(index);
}

}  // namespace graphmend::infer
