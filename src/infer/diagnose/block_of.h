// Where in a function's graph a piece of its source is executed.
#pragma once

#include "flow/graph.h"

namespace graphmend::infer {

// Of the instruction with this span; None id: there is none, as of a call in a decorator.
inline flow::BlockId BlockOf(const flow::Graph& graph, source::Span span) {
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
    for (const flow::Inst& inst : graph.blocks[flow::BlockId(b)].insts)
      if (inst.span == span) return flow::BlockId(b);
  return {};
}

}  // namespace graphmend::infer
