#include "dataflow/liveness.h"

#include "flow/walk.h"

namespace graphmend::dataflow {
namespace {

bool Stores(const flow::Inst& inst, flow::Slot slot) {
  const auto* store = std::get_if<flow::Store>(&inst.node);
  return store && store->slot == slot;
}

bool Reads(const flow::Inst& inst, flow::Slot slot) {
  const auto* load = std::get_if<flow::Load>(&inst.node);
  return load && load->slot == slot;
}

}  // namespace

// Where the block is left by its terminator.
bool Liveness::AtEnd(const flow::Block& block, const std::vector<bool>& entries) const {
  bool live = block.handler && entries[block.handler.index];
  flow::ForEachTarget(block.terminator.node,
                      [&](flow::BlockId target) { live = live || entries[target.index]; });
  return live;
}

const std::vector<bool>& Liveness::AtEntries(flow::Slot slot) const {
  auto [known, added] = entries_.try_emplace(slot, graph_.blocks.size());
  std::vector<bool>& live = known->second;
  if (!added) return live;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto id = graph_.order.rbegin(); id != graph_.order.rend(); ++id) {
      const flow::Block& block = graph_.blocks[*id];
      bool now = AtEnd(block, live);
      for (auto inst = block.insts.rbegin(); inst != block.insts.rend(); ++inst) {
        if (Stores(*inst, slot)) now = block.handler && live[block.handler.index];
        if (Reads(*inst, slot)) now = true;
      }
      changed |= now != live[id->index];
      live[id->index] = now;
    }
  }
  return live;
}

bool Liveness::After(flow::BlockId id, std::size_t index, flow::Slot slot) const {
  const flow::Block& block = graph_.blocks[id];
  for (std::size_t i = index + 1; i < block.insts.size(); ++i) {
    if (Reads(block.insts[i], slot)) return true;
    if (Stores(block.insts[i], slot)) return block.handler && AtEntries(slot)[block.handler.index];
  }
  return AtEnd(block, AtEntries(slot));
}

}  // namespace graphmend::dataflow
