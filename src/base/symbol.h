// Interned identifiers. A `Symbol` is equal to another exactly when their texts are equal, and
// costs one pointer. Symbols live as long as the `Interner` that made them (one per session,
// shared by all threads). They hash by address: never order or iterate by that, sort by `text()`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace graphmend::base {

class Symbol {
 public:
  constexpr Symbol() = default;
  std::string_view text() const { return text_ ? std::string_view(*text_) : std::string_view(); }
  std::string str() const { return std::string(text()); }
  explicit operator bool() const { return text_ != nullptr; }
  friend bool operator==(Symbol, Symbol) = default;
  friend bool operator==(Symbol a, std::string_view b) { return a.text() == b; }
  const void* address() const { return text_; }

 private:
  friend class Interner;
  explicit Symbol(const std::string* text) : text_(text) {}
  const std::string* text_ = nullptr;
};

// Thread-safe; the table is sharded, so that parsing threads seldom wait for one another.
class Interner {
 public:
  Interner();
  ~Interner();
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Symbol Intern(std::string_view text);
  std::size_t Count() const;  // of different texts

 private:
  struct Shard;
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace graphmend::base

template <>
struct std::hash<graphmend::base::Symbol> {
  std::size_t operator()(graphmend::base::Symbol s) const noexcept {
    return reinterpret_cast<std::uintptr_t>(s.address()) >> 4;
  }
};
