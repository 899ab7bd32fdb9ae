// The identifiers of one file, so that each distinct one asks the shared (locking) interner once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/symbol.h"

namespace graphmend::syntax {

class NameCache {
 public:
  explicit NameCache(base::Interner& interner) : interner_(interner), slots_(kInitialSlots) {}

  // `text` must outlive the cache, which all names of the file's own text do.
  base::Symbol Get(std::string_view text) {
    Slot& slot = Find(text);
    if (!slot.symbol) {
      slot = {text, interner_.Intern(text)};
      const base::Symbol symbol = slot.symbol;
      if (++used_ * 2 > slots_.size()) Grow();
      return symbol;
    }
    return slot.symbol;
  }

 private:
  static constexpr std::size_t kInitialSlots = 512;  // a power of two, as all later sizes
  struct Slot {
    std::string_view text;
    base::Symbol symbol;
  };

  static std::size_t Hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ text.size();
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
  }

  Slot& Find(std::string_view text) {
    std::size_t i = Hash(text) & (slots_.size() - 1);
    while (slots_[i].symbol && slots_[i].text != text) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void Grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.symbol) Find(slot.text) = slot;
    }
  }

  base::Interner& interner_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace graphmend::syntax
