// Tables by tuples of numbers: what a value, a callable or a context is interned by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/symbol.h"

namespace graphmend::infer {

struct VectorHash {
  std::size_t operator()(const std::vector<std::uint64_t>& v) const {
    std::uint64_t h = v.size();
    for (std::uint64_t x : v) h = (h ^ x) * 0x9E3779B97F4A7C15ull + (h >> 31);
    return static_cast<std::size_t>(h);
  }
};
template <class T>
using Table = std::unordered_map<std::vector<std::uint64_t>, T, VectorHash>;

// A name at module level, by file.
using GlobalKey = std::pair<std::uint32_t, base::Symbol>;
struct GlobalKeyHash {
  std::size_t operator()(const GlobalKey& k) const {
    return k.first * 0x9E3779B9u ^ std::hash<base::Symbol>()(k.second);
  }
};

}  // namespace graphmend::infer
