// Which variables of a function something still reads, at any place of it: backwards over the
// blocks of its graph, for one variable at a time, when it is first asked for.
//
//   order      not read < read
//   join       read on one of the paths that follow
//   transfer   a Load makes the variable live before it; a Store makes it dead, but where the block
//              has a handler that reads it: an assignment that may not be made keeps nothing dead
//
// A function that is defined inside and reads the variable later counts for nothing: its reads are
// no instructions of this graph (`names::Scope::captured` tells of which variables there are some).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "flow/graph.h"

namespace graphmend::dataflow {

class Liveness {
 public:
  // The graph outlives this.
  explicit Liveness(const flow::Graph& graph) : graph_(graph) {}

  // By block: whether the variable is live where the block begins.
  const std::vector<bool>& AtEntries(flow::Slot slot) const;
  // Whether it is behind instruction `index` of the block.
  bool After(flow::BlockId block, std::size_t index, flow::Slot slot) const;

 private:
  bool AtEnd(const flow::Block& block, const std::vector<bool>& entries) const;

  const flow::Graph& graph_;
  mutable std::unordered_map<flow::Slot, std::vector<bool>> entries_;
};

}  // namespace graphmend::dataflow
