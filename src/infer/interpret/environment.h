// What holds at one point of a function.
//
//   Slots    each local variable: a snapshot, brought up to date with the heap when it is read;
//            None id: not bound
//   Facts    what is known of attribute and item places (`self.cache`, `outputs[0]`) from narrowing
//            and from stores on this path
//   Names    of a script: the names at module level that loops and the like bind
//   Heap     what is at the addresses that were written to
//   Join     pointwise; a fact holds after a join only where it held on both sides
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "flow/graph.h"
#include "infer/heap/heap.h"
#include "infer/interpret/slots.h"
#include "values/value.h"

namespace graphmend::infer {

class Unit;

// Which way a branch certainly goes when it is come to first, with what loops around it bring later
// left out (a block is visited behind all that leads to it from above); by block.
using FirstWays = std::unordered_map<std::uint32_t, bool>;

struct Environment {
  bool reached = false;
  Slots slots;
  std::vector<std::pair<flow::PlaceId, values::Ref>> facts;  // sorted by place
  std::vector<std::pair<base::Symbol, values::Ref>> names;   // in order of their last store
  Heap heap;

  // The value as the heap says that it is now. What it takes is charged to the budget.
  values::Ref AsNow(values::Ref ref, Unit& unit) const;
  // Null: nothing is known of the place.
  const values::Ref* FactOf(flow::PlaceId place) const;
  void SetFact(flow::PlaceId place, values::Ref value);

 private:
  static constexpr std::uint64_t kPartsOfStep = 8;  // looked at as fast as an instruction is done
};

}  // namespace graphmend::infer
