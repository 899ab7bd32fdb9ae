// Breaks of a context that are sure to come up.
#pragma once

#include <cstdint>
#include <optional>

#include "flow/dominance.h"
#include "flow/graph.h"
#include "infer/summaries/context.h"

namespace graphmend::infer {

inline bool IsFirmBreak(const Observation& o) {
  return IsBreak(o.kind()) && o.conditions.empty() && !o.fullgraph &&
         o.only == Observation::Only::Always;
}

inline bool IsSkippingBreak(const Observation& o) { return IsFirmBreak(o) && o.skips_frame; }

// Whether whoever calls the function gets to `block`, or was there before `place`.
inline bool IsCertain(const flow::Graph& graph, const flow::Dominance& dominance,
                      flow::BlockId block, flow::BlockId place) {
  if (place && dominance.Dominates(block, place)) return true;
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
    if (std::holds_alternative<flow::Return>(graph.blocks[flow::BlockId(b)].terminator.node) &&
        !dominance.Dominates(block, flow::BlockId(b)))
      return false;
  return true;
}

// The first observation of the context that `test` holds for and that comes up whenever `place` is
// reached; else, with `any`, the first at all.
template <class Test>
const Observation* FindBreak(const Context& context, const flow::Graph& graph, flow::BlockId place,
                             Test test, bool any = false) {
  std::optional<flow::Dominance> dominance;
  const Observation* first = nullptr;
  for (std::uint32_t b = 0; b < context.observations.size(); ++b)
    for (const Observation& o : context.observations[b]) {
      if (!test(o)) continue;
      if (!dominance) dominance.emplace(graph);
      if (IsCertain(graph, *dominance, flow::BlockId(b), place)) return &o;
      if (!first) first = &o;
    }
  return any ? first : nullptr;
}

}  // namespace graphmend::infer
