// A number for some bytes, to see whether they are still the same.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace graphmend::base {

// Tells apart what differs by accident; no secret depends on it. Never 0, and the same for the same
// bytes within one build of the program only.
inline std::uint64_t Digest(std::string_view bytes) {
  return std::uint64_t{std::hash<std::string_view>()(bytes)} | 1;
}

}  // namespace graphmend::base
