// A monotonic arena for the child lists of immutable structures (trees, graphs): allocated while
// a stage builds its product, never freed singly, gone with the product.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace graphmend::base {

class Arena {
 public:
  template <class T>
  std::span<const T> Copy(const std::vector<T>& items) {
    return Copy(std::span<const T>(items));
  }
  template <class T>
  std::span<const T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    void* place = Allocate(items.size() * sizeof(T), alignof(T));
    std::memcpy(place, items.data(), items.size() * sizeof(T));
    return {static_cast<const T*>(place), items.size()};
  }

 private:
  void* Allocate(std::size_t bytes, std::size_t alignment) {
    std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (chunks_.empty() || start + bytes > capacity_) {
      std::size_t grown = chunks_.empty() ? kFirstChunk : std::min(2 * capacity_, kLastChunk);
      capacity_ = std::max(bytes, grown);
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(capacity_));
      start = 0;
    }
    used_ = start + bytes;
    return chunks_.back().get() + start;
  }

  // Chunks double: most graphs need a few hundred bytes, most trees many thousand.
  static constexpr std::size_t kFirstChunk = 256;
  static constexpr std::size_t kLastChunk = 16 * 1024;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace graphmend::base
