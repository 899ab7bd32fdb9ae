#include "flow/dominance.h"

#include "flow/walk.h"

namespace graphmend::flow {
namespace {
constexpr std::uint32_t kNone = ~0u;
}  // namespace

Dominance::Dominance(const Graph& graph)
    : rank_(graph.blocks.size(), kNone), parent_(graph.order.size(), kNone) {
  const auto count = static_cast<std::uint32_t>(graph.order.size());
  for (std::uint32_t i = 0; i < count; ++i) rank_[graph.order[i].index] = i;
  std::vector<std::vector<std::uint32_t>> before(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Block& block = graph.blocks[graph.order[i]];
    auto edge = [&](BlockId to) { before[rank_[to.index]].push_back(i); };
    if (block.handler) edge(block.handler);
    ForEachTarget(block.terminator.node, edge);
  }
  // A `for` loop is left from the end of its body.
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto* loop = std::get_if<ForIter>(&graph.blocks[graph.order[i]].terminator.node);
    if (!loop) continue;
    std::vector<std::uint32_t> ends;
    for (std::uint32_t p : before[i])
      if (p >= i) ends.push_back(p);
    if (ends.empty()) continue;
    auto& after = before[rank_[loop->exit.index]];
    std::erase(after, i);
    after.insert(after.end(), ends.begin(), ends.end());
  }
  auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) (a > b ? a : b) = parent_[a > b ? a : b];
    return a;
  };
  parent_[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 1; i < count; ++i) {
      std::uint32_t parent = kNone;
      for (std::uint32_t p : before[i])
        if (parent_[p] != kNone) parent = parent == kNone ? p : common(parent, p);
      changed |= parent != parent_[i];
      parent_[i] = parent;
    }
  }
}

bool Dominance::Dominates(BlockId a, BlockId b) const {
  std::uint32_t want = rank_[a.index], at = rank_[b.index];
  while (at > want) at = parent_[at];
  return at == want;
}

}  // namespace graphmend::flow
