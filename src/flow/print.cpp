#include "flow/describe.h"

namespace graphmend::flow {

std::string Print(const Graph& graph, const syntax::Tree& tree) {
  std::string out = TitleOf(graph, tree) + "\n";
  for (BlockId id : graph.order) {
    const Block& block = graph.blocks[id];
    out += "block" + std::to_string(id.index) + ":";
    if (graph.loop_head[id.index]) out += " loop head";
    if (block.region) out += " in " + RegionsOf(graph, block.region);
    if (block.handler) out += " on error block" + std::to_string(block.handler.index);
    out += "\n";
    for (const Inst& inst : block.insts) {
      out += "  " + Describe(graph, inst, tree);
      PlaceId place = inst.result ? graph.place_of[inst.result.index] : PlaceId::None();
      if (place && graph.places[place].parent) out += "  ; " + Describe(graph, place);
      out += "\n";
    }
    out += "  " + Describe(block.terminator) + "\n";
  }
  return out;
}

}  // namespace graphmend::flow
