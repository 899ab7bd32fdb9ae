// How much the abstract domain tells apart before it gives precision up (values/value.h).
#pragma once

#include <cstddef>

namespace graphmend::values {

inline constexpr std::size_t kMaxAlternatives = 8;  // of a union, objects and texts aside
inline constexpr std::size_t kMaxObjects = 32;      // among the alternatives of a union
inline constexpr std::size_t kMaxTexts = 6;         // constant ones among them
inline constexpr std::size_t kMaxLeading = 4;       // of what a tuple of unknown length begins with
inline constexpr std::size_t kMaxExactLength = 48;  // of a sequence whose elements are told apart
inline constexpr std::size_t kMaxWidenedEntries = 32;  // of a dict that a loop changes
inline constexpr std::size_t kMaxText = 4096;          // bytes of a text that is computed
inline constexpr int kMaxDepth = 6;                    // of containers in containers
inline constexpr int kMaxFieldDepth = 24;              // of objects in fields of objects

}  // namespace graphmend::values
