// Typed 32-bit ids and the stores they index.
//
// An `Id<Tag>` names one thing in one `Store`; it compares for equality only, has an explicit
// `None`, and cannot be mixed up with the id of another store. Ids are local to the file, function
// or analysis that owns the store, so finished structures can be compared, cached and printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace graphmend::base {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t i) : index(i) {}
  static constexpr Id None() { return Id(); }
  constexpr bool has_value() const { return index != kNone; }
  constexpr explicit operator bool() const { return has_value(); }
  friend constexpr bool operator==(Id, Id) = default;
};

// An append-only vector indexed by its own id type. Addresses are not stable across `Add`.
template <class IdType, class T>
class Store {
 public:
  IdType Add(T value) {
    items_.push_back(std::move(value));
    return IdType(static_cast<std::uint32_t>(items_.size() - 1));
  }
  T& operator[](IdType id) { return items_[id.index]; }
  const T& operator[](IdType id) const { return items_[id.index]; }
  void Reserve(std::size_t count) { items_.reserve(count); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }

 private:
  std::vector<T> items_;
};

}  // namespace graphmend::base

template <class Tag>
struct std::hash<graphmend::base::Id<Tag>> {
  std::size_t operator()(graphmend::base::Id<Tag> id) const noexcept { return id.index; }
};
