// Breaks of a context that are sure to come up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

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

// Which breaks make Dynamo leave the code at an offset uncompiled, as measured: one in a loop all
// of the frame from the last break before it that resumes; any other only what follows.
class SkippingBreaks {
 public:
  explicit SkippingBreaks(const Context& context) {
    for (const std::vector<Observation>& block : context.observations)
      for (const Observation& o : block)
        if (IsFirmBreak(o) && !o.skips_frame) resumed_.push_back(o.statement.begin);
    std::sort(resumed_.begin(), resumed_.end());
  }

  auto At(std::uint32_t begin) const {
    return [this, begin](const Observation& o) {
      if (!IsSkippingBreak(o)) return false;
      if (o.statement.begin < begin) return true;
      const auto resumed = std::upper_bound(resumed_.begin(), resumed_.end(), begin);
      const bool between = resumed != resumed_.end() && *resumed < o.statement.begin;
      return o.within == flow::RegionKind::Loop && !between;
    };
  }

 private:
  std::vector<std::uint32_t> resumed_;  // where breaks that resume are
};

}  // namespace graphmend::infer
