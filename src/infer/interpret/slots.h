// The local variables of a frame at one point: a value for each slot.
//
//   Run    kLength slots next to each other. States share runs until one of them writes to a slot:
//          a block that assigns two of a thousand variables copies two runs, and a join passes over
//          all that both sides have in common. A function's states take its blocks times its
//          variables otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "values/value.h"

namespace graphmend::infer {

class Slots {
 public:
  Slots() = default;
  // The arguments first; slots behind them are not bound.
  Slots(const std::vector<values::Ref>& arguments, std::size_t size)
      : size_(size), runs_((size + kLength - 1) / kLength) {
    for (std::size_t i = 0; i < std::min(size, arguments.size()); ++i) Set(i, arguments[i]);
  }

  std::size_t size() const { return size_; }
  values::Ref operator[](std::size_t slot) const {
    const std::shared_ptr<Run>& run = runs_[slot / kLength];
    return run ? (*run)[slot % kLength] : values::Ref{};
  }
  void Set(std::size_t slot, values::Ref value) {
    if ((*this)[slot] != value) Own(runs_[slot / kLength])[slot % kLength] = value;
  }

  // `visit(slot, value)` for each that is bound, in order, until it answers true; tells whether one
  // did.
  template <class Visit>
  bool AnyOf(Visit visit) const {
    for (std::size_t r = 0; r < runs_.size(); ++r)
      for (std::size_t i = 0; runs_[r] && i < kLength; ++i)
        if ((*runs_[r])[i].value && visit(r * kLength + i, (*runs_[r])[i])) return true;
    return false;
  }

  // Each that is bound becomes what `map(value)` gives.
  template <class Map>
  void Replace(Map map) {
    AnyOf([&](std::size_t slot, values::Ref value) { return Set(slot, map(value)), false; });
  }

  // `join(into, other)` for each slot in which they differ; it tells whether it changed `into`, and
  // so does this. `other` has as many slots.
  template <class Join>
  bool JoinWith(const Slots& other, Join join) {
    bool changed = false;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (runs_[r] == other.runs_[r]) continue;
      for (std::size_t slot = r * kLength; slot < std::min(size_, (r + 1) * kLength); ++slot) {
        values::Ref joined = (*this)[slot];
        if (joined == other[slot] || !join(joined, other[slot])) continue;
        Set(slot, joined);
        changed = true;
      }
    }
    return changed;
  }

 private:
  static constexpr std::size_t kLength = 32;
  using Run = std::array<values::Ref, kLength>;

  static Run& Own(std::shared_ptr<Run>& run) {
    if (!run) run = std::make_shared<Run>();
    else if (run.use_count() > 1) run = std::make_shared<Run>(*run);
    return *run;
  }

  std::size_t size_ = 0;
  std::vector<std::shared_ptr<Run>> runs_;  // null: none of them is bound
};

}  // namespace graphmend::infer
