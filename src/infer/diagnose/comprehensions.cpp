#include "infer/diagnose/comprehensions.h"

#include <algorithm>

namespace graphmend::infer {
namespace {

bool IsInside(const flow::Graph& graph, flow::BlockId block, source::Span comprehension) {
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent)
    if (graph.regions[r].kind == flow::RegionKind::Comprehension &&
        graph.regions[r].span == comprehension)
      return true;
  return false;
}

}  // namespace

// They are numbered in a row, but for the one that follows the comprehension.
std::vector<flow::BlockId> BlocksOfComprehension(const flow::Graph& graph, flow::BlockId header,
                                                 source::Span comprehension) {
  std::vector<flow::BlockId> blocks;
  const auto* loop = std::get_if<flow::ForIter>(&graph.blocks[header].terminator.node);
  for (std::uint32_t b = header.index; b < graph.blocks.size(); ++b) {
    const flow::BlockId block(b);
    if (IsInside(graph, block, comprehension)) blocks.push_back(block);
    else if (!loop || block != loop->exit) break;
  }
  return blocks;
}

std::vector<flow::Slot> VariablesAround(const flow::Graph& graph,
                                        const std::vector<flow::BlockId>& comprehension) {
  std::vector<flow::Slot> own, around;
  for (const flow::BlockId b : comprehension)
    for (const flow::Inst& inst : graph.blocks[b].insts)
      if (const auto* store = std::get_if<flow::Store>(&inst.node)) own.push_back(store->slot);
  for (const flow::BlockId b : comprehension)
    for (const flow::Inst& inst : graph.blocks[b].insts)
      if (const auto* load = std::get_if<flow::Load>(&inst.node))
        if (std::find(own.begin(), own.end(), load->slot) == own.end())
          around.push_back(load->slot);
  return around;
}

Iterated IteratedIn(const flow::Block& block) {
  const auto* jump = std::get_if<flow::Jump>(&block.terminator.node);
  if (!jump || block.insts.size() < 2) return {};
  const auto* build = std::get_if<flow::Build>(&block.insts.back().node);
  const auto* iterator = std::get_if<flow::GetIter>(&block.insts[block.insts.size() - 2].node);
  if (!build || !iterator) return {};
  return {iterator, build->kind == flow::BuildKind::Generator, jump->target};
}

const flow::Inst* GeneratorIn(const flow::Graph& graph, const flow::Call& call) {
  for (const flow::CallArg& a : call.args) {
    const flow::Inst& made = graph.Definition(a.value);
    const auto* build = std::get_if<flow::Build>(&made.node);
    if (build && build->kind == flow::BuildKind::Generator) return &made;
  }
  return nullptr;
}

}  // namespace graphmend::infer
