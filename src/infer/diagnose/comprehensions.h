// Comprehensions and generator expressions in a function's graph, where they are loops over hidden
// variables.
#pragma once

#include <vector>

#include "flow/graph.h"

namespace graphmend::infer {

// The blocks of a comprehension with this span, whose loop begins at `header`.
std::vector<flow::BlockId> BlocksOfComprehension(const flow::Graph& graph, flow::BlockId header,
                                                 source::Span comprehension);
// The variables that its blocks load and do not assign: those of the function around it.
std::vector<flow::Slot> VariablesAround(const flow::Graph& graph,
                                        const std::vector<flow::BlockId>& comprehension);
// What its outermost loop iterates over, and whether it is a generator expression.
struct Iterated {
  const flow::GetIter* iterator = nullptr;  // null: it is not known
  bool generator = false;
  flow::BlockId header;  // of the loop
};
// Of the block that ends with the instruction that makes the comprehension's container.
Iterated IteratedIn(const flow::Block& block);

// The generator expression that the call takes; null: it takes none.
const flow::Inst* GeneratorIn(const flow::Graph& graph, const flow::Call& call);

}  // namespace graphmend::infer
