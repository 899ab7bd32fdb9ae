#include "flow/describe.h"

namespace graphmend::flow {
namespace {

// Mermaid labels are HTML in quotes.
std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '"': out += "&quot;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '`': out += "&#96;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string Node(BlockId block) { return "b" + std::to_string(block.index); }

std::string Edge(BlockId from, BlockId to, const std::string& label) {
  return "  " + Node(from) + " -->" + (label.empty() ? " " : "|" + label + "| ") + Node(to) + "\n";
}

std::string Edges(BlockId id, const Terminator& terminator) {
  if (const auto* jump = std::get_if<Jump>(&terminator.node)) return Edge(id, jump->target, "");
  if (const auto* branch = std::get_if<Branch>(&terminator.node))
    return Edge(id, branch->if_true, "true") + Edge(id, branch->if_false, "false");
  if (const auto* loop = std::get_if<ForIter>(&terminator.node))
    return Edge(id, loop->body, "next") + Edge(id, loop->exit, "end");
  return "";
}

}  // namespace

std::string PrintMermaid(const Graph& graph, const syntax::Tree& tree) {
  std::string out = "---\ntitle: " + TitleOf(graph, tree) + "\n---\nflowchart TD\n";
  for (BlockId id : graph.order) {
    const Block& block = graph.blocks[id];
    out += "  " + Node(id) + "[\"block" + std::to_string(id.index);
    if (block.region) out += " (" + RegionsOf(graph, block.region) + ")";
    for (const Inst& inst : block.insts) out += "<br/>" + Escaped(Describe(graph, inst, tree));
    out += "<br/>" + Escaped(Describe(block.terminator)) + "\"]\n";
  }
  for (BlockId id : graph.order) {
    const Block& block = graph.blocks[id];
    out += Edges(id, block.terminator);
    if (block.handler) out += "  " + Node(id) + " -.-> " + Node(block.handler) + "\n";
  }
  return out;
}

}  // namespace graphmend::flow
