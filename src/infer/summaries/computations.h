// What the nodes of the fixpoint stand for, and how their values climb.
//
//   join      the first kFreeRuns computations of a value take its place: what was read too early,
//             before a field was stored or a callee returned, is forgotten. From then on they join.
//   widening  after kJoinedRuns computations; heaps are given up after kWidenedRuns
#pragma once

#include <cstdint>
#include <vector>

#include "infer/heap/heap.h"
#include "infer/part.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {

// What is computed again when something that it read has changed.
struct Computation {
  enum class Kind : std::uint8_t { Location, Context, Definition, Entry } kind;
  std::uint32_t index = 0;  // of the context, definition or entry
};

class Computations : Part {
 public:
  explicit Computations(Unit& unit) : Part(unit) {}

  static constexpr int kFreeRuns = 6, kJoinedRuns = 12, kWidenedRuns = 16;

  NodeId AddNode(Computation::Kind kind, std::uint32_t index);
  const Computation& Of(NodeId node) const { return computations_[node.index]; }
  void Compute(NodeId node);
  // The running computation reads a location; its node is made when it is first read.
  void ReadLocation(NodeId& node);
  // The value of the `runs`th computation, counted from 0; whether `slot` changed.
  bool Replace(Ref& slot, Ref value, int runs);
  bool ReplaceHeap(Heap& known, Heap heap, int runs);

 private:
  std::vector<Computation> computations_;  // by node
};

}  // namespace graphmend::infer
