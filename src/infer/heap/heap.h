// What is at each address now: the part of the environment that aliases share.
//
//   Entry      an address that was written to since the function began: what is there now, and what
//              was there before. An address without an entry is as every snapshot of it says.
//   Order      pointwise; an absent entry stands for what was there before
//   Join       pointwise join; where one side has no entry, the other side's `before` is its value
//   Widening   pointwise `Values::Widen`
//
// Copies are cheap: they share their entries until one of them is written to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "values/value.h"

namespace graphmend::infer {

class Heap {
 public:
  struct Entry {
    values::AddressId address;
    values::Ref contents;
    values::Ref before;
  };

  bool empty() const { return !entries_ || entries_->empty(); }
  std::span<const Entry> entries() const {
    return entries_ ? std::span<const Entry>(*entries_) : std::span<const Entry>();
  }
  const Entry* Find(values::AddressId address) const;
  // `before` counts for the first write alone.
  void Set(values::AddressId address, values::Ref contents, values::Ref before);
  void Erase(values::AddressId address);
  // How two states become one. GiveUp: where a widening would still change something, what is there
  // is not known any more; a recursion that writes to many places would else climb in each of them.
  enum class Merge : std::uint8_t { Join, Widen, GiveUp };
  // Joins `other` into this; tells whether this changed.
  bool JoinWith(const Heap& other, values::Values& values, Merge how);

  // The value with each container and instance in it as it is now, at any depth. `parts` grows by
  // how many were looked at; beyond kMaxRefreshed what they are is not known.
  values::Ref Refresh(values::Ref ref, values::Values& values, std::uint64_t& parts) const;

 private:
  static constexpr std::uint64_t kMaxRefreshed = 2048;

  bool Concerns(values::ValueId id, const values::Values& values) const;
  struct Walk;
  values::ValueId Refreshed(values::ValueId id, Walk& walk) const;
  values::ValueId RefreshedAnew(values::ValueId id, Walk& walk) const;
  std::vector<Entry>& Own();

  std::shared_ptr<std::vector<Entry>> entries_;  // sorted by address
};

}  // namespace graphmend::infer
