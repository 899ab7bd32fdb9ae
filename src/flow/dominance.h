// Which block every path from the entry to a block goes through.
//
// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm": `Graph::order` is a
// reverse postorder, so a few passes suffice. Exceptions count as raised where what guards them, a
// `try` or `with`, is left: that an instruction raises before the one asked about is not
// considered, in the same block or in one before. Nor is a `for` loop whose iterable is empty:
// whoever is behind the loop has been through its body.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/graph.h"

namespace graphmend::flow {

class Dominance {
 public:
  explicit Dominance(const Graph& graph);

  // Whether whoever is in `b` has been in `a`; a block dominates itself.
  bool Dominates(BlockId a, BlockId b) const;

 private:
  std::vector<std::uint32_t> rank_;    // by block: its place in reverse postorder
  std::vector<std::uint32_t> parent_;  // by rank: rank of the immediate dominator
};

}  // namespace graphmend::flow
