#include "flow/dominance.h"

#include "flow/walk.h"

namespace graphmend::flow {
namespace {
constexpr std::uint32_t kNone = ~0u;

bool Guards(const Region& region) {
  return region.kind == RegionKind::Try || region.kind == RegionKind::With;
}

bool IsInside(const Graph& graph, BlockId block, RegionId region) {
  RegionId r = graph.blocks[block].region;
  while (r && r != region) r = graph.regions[r].parent;
  return r == region;
}

// Whether what guards the block may be left from its end, or it raises by itself.
bool EndsGuarded(const Graph& graph, BlockId id) {
  const Block& block = graph.blocks[id];
  RegionId guard = block.region;
  while (guard && !Guards(graph.regions[guard])) guard = graph.regions[guard].parent;
  bool stays = false, leaves = false;
  ForEachTarget(block.terminator.node,
                [&](BlockId to) { (IsInside(graph, to, guard) ? stays : leaves) = true; });
  return leaves || !stays;
}

// The blocks from which each handler is entered, by index of the handler.
std::vector<std::vector<BlockId>> RaisingBlocks(const Graph& graph) {
  std::vector<std::vector<BlockId>> raising(graph.blocks.size()), guarded(graph.blocks.size());
  for (const BlockId id : graph.order) {
    const BlockId handler = graph.blocks[id].handler;
    if (!handler) continue;
    guarded[handler.index].push_back(id);
    if (EndsGuarded(graph, id)) raising[handler.index].push_back(id);
  }
  // What is never left otherwise may still raise.
  for (std::size_t i = 0; i < raising.size(); ++i)
    if (raising[i].empty()) raising[i] = std::move(guarded[i]);
  return raising;
}
}  // namespace

Dominance::Dominance(const Graph& graph)
    : rank_(graph.blocks.size(), kNone), parent_(graph.order.size(), kNone) {
  const auto count = static_cast<std::uint32_t>(graph.order.size());
  for (std::uint32_t i = 0; i < count; ++i) rank_[graph.order[i].index] = i;
  std::vector<std::vector<std::uint32_t>> before(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto edge = [&](BlockId to) { before[rank_[to.index]].push_back(i); };
    ForEachTarget(graph.blocks[graph.order[i]].terminator.node, edge);
  }
  const std::vector<std::vector<BlockId>> raising = RaisingBlocks(graph);
  for (std::uint32_t i = 0; i < raising.size(); ++i)
    for (const BlockId from : raising[i]) before[rank_[i]].push_back(rank_[from.index]);
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
