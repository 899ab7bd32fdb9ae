// How large each dimension of a tensor is, where the calls in view tell. A size is no constant of
// the program: another call may bring another one, for which Dynamo compiles again. It decides
// branches as the tracing call would take them, and nothing that a fix relies on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graphmend::values {

// How large a size or a number of elements can be that is told; what is larger is not followed, so
// that no product of two overflows.
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 30;

struct Sizes {
  static constexpr std::size_t kMost = 4;  // dimensions; of a tensor with more, nothing is known
  static constexpr std::int32_t kUnknown = -1;

  std::array<std::int32_t, kMost> of = {kUnknown, kUnknown, kUnknown, kUnknown};

  std::int32_t At(std::size_t dimension) const {
    return dimension < kMost ? of[dimension] : kUnknown;
  }
  static std::int32_t Told(std::int64_t size) {
    return static_cast<std::int32_t>(size < 0 || size > kLargestSize ? kUnknown : size);
  }
  void Set(std::size_t dimension, std::int64_t size) {
    if (dimension < kMost) of[dimension] = Told(size);
  }
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

// Where both are the same.
inline Sizes Join(const Sizes& a, const Sizes& b) {
  Sizes out;
  for (std::size_t i = 0; i < Sizes::kMost; ++i)
    out.of[i] = a.of[i] == b.of[i] ? a.of[i] : Sizes::kUnknown;
  return out;
}

}  // namespace graphmend::values
