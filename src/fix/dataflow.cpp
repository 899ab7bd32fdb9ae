#include "fix/dataflow.h"

#include <algorithm>

#include "flow/walk.h"

namespace graphmend::fix {
namespace {

using flow::BlockId;

const flow::Store* StoreTo(const flow::Inst& inst, flow::Slot slot) {
  const auto* store = std::get_if<flow::Store>(&inst.node);
  return store && store->slot == slot ? store : nullptr;
}

bool Reads(const flow::Inst& inst, flow::Slot slot) {
  const auto* load = std::get_if<flow::Load>(&inst.node);
  return load && load->slot == slot;
}

// Whether `into` grew. That there may be nothing stays known where the others are merged.
bool Join(Definitions& into, const Definitions& more, const flow::Inst& merge) {
  const std::size_t before = into.size();
  const bool merged = into.contains(&merge);
  if (merged && more.contains(nullptr)) into.insert(nullptr);
  if (!merged) into.insert(more.begin(), more.end());
  if (into.size() <= Dataflow::kMostDefinitions + 1) return into.size() != before;
  const bool nothing = into.contains(nullptr);
  into = {&merge};
  if (nothing) into.insert(nullptr);
  return true;
}

}  // namespace

Dataflow::Dataflow(const flow::Graph& graph, Budget& budget)
    : graph_(graph),
      budget_(budget),
      liveness_(graph),
      loads_of_(graph.slots.size()),
      stores_to_(graph.slots.size()),
      merges_(graph.blocks.size()) {
  for (std::uint32_t i = 0; i < graph.blocks.size(); ++i)
    for (const flow::Inst& inst : graph.blocks[BlockId(i)].insts)
      if (const auto* store = std::get_if<flow::Store>(&inst.node))
        stores_to_[store->slot].push_back({&inst, BlockId(i)});
      else if (const auto* gone = std::get_if<flow::Delete>(&inst.node))
        deleted_.insert(gone->slot);
  for (BlockId id : graph.order) {
    // No code is there, so that none has the name that `Terms` gives to what it holds.
    merges_[id.index].node = flow::Load{};
    merges_[id.index].span.begin = merges_[id.index].span.end = ~id.index;
    size_ += 1 + static_cast<std::int64_t>(graph.blocks[id].insts.size());
    for (std::uint32_t i = 0; i < graph.blocks[id].insts.size(); ++i) {
      const flow::Inst& inst = graph.blocks[id].insts[i];
      by_begin_.push_back({inst.span, static_cast<std::uint32_t>(by_begin_.size()), id});
      const auto* load = std::get_if<flow::Load>(&inst.node);
      if (!load || !inst.expr) continue;
      if (loads_.try_emplace(inst.expr.index, Position{id, i}).second)
        loads_of_[load->slot].push_back(inst.expr);
    }
  }
  std::stable_sort(by_begin_.begin(), by_begin_.end(),
                   [](const Placed& a, const Placed& b) { return a.code.begin < b.code.begin; });
}

bool Dataflow::IsMerge(const flow::Inst* definition) {
  return definition && !std::holds_alternative<flow::Store>(definition->node);
}

const std::vector<syntax::ExprId>& Dataflow::LoadsOf(flow::Slot slot) const {
  return loads_of_[slot];
}

const std::vector<Definitions>& Dataflow::AtEntries(flow::Slot slot) const {
  auto [known, added] = entries_.try_emplace(slot, graph_.blocks.size());
  std::vector<Definitions>& entry = known->second;
  if (!added) return entry;
  std::vector<bool> reached(graph_.blocks.size());
  entry[0].insert(nullptr);
  reached[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId id : graph_.order) {
      if (!reached[id.index]) continue;
      const flow::Block& block = graph_.blocks[id];
      Definitions now = entry[id.index], any = now;
      for (const flow::Inst& inst : block.insts)
        if (StoreTo(inst, slot)) {
          now = {&inst};
          any.insert(&inst);
        }
      auto flow_to = [&](BlockId target, const Definitions& what) {
        changed |= Join(entry[target.index], what, merges_[target.index]) || !reached[target.index];
        reached[target.index] = true;
      };
      flow::ForEachTarget(block.terminator.node, [&](BlockId target) { flow_to(target, now); });
      if (block.handler) flow_to(block.handler, any);
    }
  }
  return entry;
}

const Definitions& Dataflow::At(Position position, flow::Slot slot) const {
  const flow::Block& block = graph_.blocks[position.block];
  for (std::uint32_t i = position.index; i-- > 0;)
    if (StoreTo(block.insts[i], slot)) return *sets_.insert({&block.insts[i]}).first;
  return *sets_.insert(AtEntries(slot)[position.block.index]).first;
}

const Definitions& Dataflow::Of(syntax::ExprId load) const {
  const auto found = loads_.find(load.index);
  const auto [known, added] = of_load_.try_emplace(load.index, nullptr);
  if (!added) return *known->second;
  if (found == loads_.end()) return *(known->second = &*sets_.insert(Definitions()).first);
  const flow::Inst& inst = graph_.blocks[found->second.block].insts[found->second.index];
  return *(known->second = &At(found->second, std::get<flow::Load>(inst.node).slot));
}

const Definitions& Dataflow::Before(source::Span code, flow::Slot slot) const {
  for (BlockId id : graph_.order)
    for (std::uint32_t i = 0; i < graph_.blocks[id].insts.size(); ++i)
      if (code.Contains(graph_.blocks[id].insts[i].span)) return At({id, i}, slot);
  return *sets_.insert(Definitions()).first;
}

BlockId Dataflow::BlockOf(source::Span code) const {
  auto begins_before = [](const Placed& p, std::uint32_t at) { return p.code.begin < at; };
  const Placed* first = nullptr;
  for (auto at = std::lower_bound(by_begin_.begin(), by_begin_.end(), code.begin, begins_before);
       at != by_begin_.end() && at->code.begin <= code.end; ++at)
    if (code.Contains(at->code) && (!first || at->number < first->number)) first = &*at;
  return first ? first->block : BlockId();
}

bool Dataflow::IsCaught(source::Span code) const {
  const BlockId block = BlockOf(code);
  return block && graph_.blocks[block].handler;
}

std::optional<flow::Slot> Dataflow::SetForLater(source::Span code,
                                                std::span<const flow::Slot> but_for) const {
  for (const flow::Block& block : graph_.blocks)
    for (const flow::Inst& inst : block.insts) {
      if (!code.Contains(inst.span)) continue;
      const auto* store = std::get_if<flow::Store>(&inst.node);
      if (store && std::find(but_for.begin(), but_for.end(), store->slot) == but_for.end() &&
          LiveAfter(code, store->slot))
        return store->slot;
    }
  return std::nullopt;
}

bool Dataflow::LiveAfter(source::Span code, flow::Slot slot) const {
  if (!budget_.Spend(size_)) return true;
  const std::vector<bool>& live = liveness_.AtEntries(slot);
  const BlockId first = BlockOf(code);
  for (BlockId id : graph_.order) {
    const flow::Block& block = graph_.blocks[id];
    // Where the block leaves the code; none while `inside` is false.
    bool inside = false;
    for (const flow::Inst& inst : block.insts) {
      if (code.Contains(inst.span)) {
        inside = true;
        continue;
      }
      if (!inside) continue;
      if (Reads(inst, slot)) return true;
      if (StoreTo(inst, slot)) inside = false;
    }
    const bool empty = block.insts.empty() && code.Contains(block.terminator.span);
    if (!inside && !empty) continue;
    bool after = false;
    auto leave = [&](BlockId target) {
      // A block of the code itself is looked at on its own, but where a loop leads back to it.
      const flow::Block& next = graph_.blocks[target];
      const bool again = target == first && graph_.loop_head[target.index];
      const source::Span begin = next.insts.empty() ? next.terminator.span : next.insts[0].span;
      const bool stays = !again && code.Contains(begin);
      after = after || (!stays && live[target.index]);
    };
    if (block.handler) leave(block.handler);
    flow::ForEachTarget(block.terminator.node, leave);
    if (after) return true;
  }
  return false;
}

}  // namespace graphmend::fix
