// Finds what a store has already, by hash: open addressing over 32-bit indices into the store. A
// slot keeps the hash, so that growing compares nothing; `Mix` makes hashes whose low bits are good
// enough for that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace graphmend::base {

// The hash `h` of what came before and the next part of it.
constexpr std::size_t Mix(std::size_t h, std::uint64_t part) {
  h = (h ^ part) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

class HashIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The index of which `same(index)` holds, of those that were added with `hash`. Where there is
  // none, `next` is added and returned: the store's size, under which the caller then adds to it.
  template <class Same>
  std::uint32_t FindOrAdd(std::size_t hash, std::uint32_t next, Same same) {
    if ((used_ + 1) * 2 > slots_.size()) Grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].index != kNone; at = (at + 1) & mask)
      if (slots_[at].hash == hash && same(slots_[at].index)) return slots_[at].index;
    slots_[at] = {hash, next};
    ++used_;
    return next;
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    std::uint32_t index = kNone;
  };

  void Grow() {
    std::vector<Slot> bigger(slots_.empty() ? 256 : slots_.size() * 2);
    const std::size_t mask = bigger.size() - 1;
    for (const Slot& slot : slots_) {
      if (slot.index == kNone) continue;
      std::size_t at = slot.hash & mask;
      while (bigger[at].index != kNone) at = (at + 1) & mask;
      bigger[at] = slot;
    }
    slots_ = std::move(bigger);
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace graphmend::base
