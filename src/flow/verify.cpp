// The invariants of a graph. A temp must be defined on every path to its use; since an exception
// can leave a block before its instructions ran, each block counts as two nodes, its start (from
// where the handler is reached) and its end.
#include <algorithm>
#include <string>
#include <utility>

#include "flow/graph.h"
#include "flow/walk.h"

namespace graphmend::flow {
namespace {

std::string Label(TempId temp) { return "t" + std::to_string(temp.index); }
std::string Label(BlockId block) { return "block" + std::to_string(block.index); }

// Dominators over the doubled nodes, by the algorithm of Cooper, Harvey and Kennedy.
class Dominators {
 public:
  explicit Dominators(const Graph& graph) {
    std::uint32_t count = static_cast<std::uint32_t>(2 * graph.blocks.size());
    predecessors_.resize(count);
    for (std::uint32_t i = 0; i < graph.blocks.size(); ++i) {
      const Block& block = graph.blocks[BlockId(i)];
      predecessors_[EndOf(i)].push_back(StartOf(i));
      if (block.handler) predecessors_[StartOf(block.handler.index)].push_back(StartOf(i));
      ForEachTarget(block.terminator.node, [&](BlockId target) {
        predecessors_[StartOf(target.index)].push_back(EndOf(i));
      });
    }
    immediate_.assign(count, kUnknown);
    immediate_[0] = 0;
    for (bool changed = true; changed;) changed = Pass(count);
    depth_.assign(count, 0);
    for (std::uint32_t node = 1; node < count; ++node)
      if (immediate_[node] != kUnknown) depth_[node] = depth_[immediate_[node]] + 1;
  }

  // Whether what `block` defines is there wherever `user` starts.
  bool DefinedBefore(BlockId block, BlockId user) const {
    std::uint32_t at = StartOf(user.index), wanted = EndOf(block.index);
    while (depth_[at] > depth_[wanted]) at = immediate_[at];
    return at == wanted;
  }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static std::uint32_t StartOf(std::uint32_t block) { return 2 * block; }
  static std::uint32_t EndOf(std::uint32_t block) { return 2 * block + 1; }

  // Blocks are numbered in reverse postorder, so nodes are nearly so: an immediate dominator has a
  // lower number than its node.
  bool Pass(std::uint32_t count) {
    bool changed = false;
    for (std::uint32_t node = 1; node < count; ++node) {
      std::uint32_t found = kUnknown;
      for (std::uint32_t from : predecessors_[node]) {
        if (immediate_[from] == kUnknown) continue;
        found = found == kUnknown ? from : Meet(from, found);
      }
      changed |= found != std::exchange(immediate_[node], found);
    }
    return changed;
  }

  std::uint32_t Meet(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (a > b) a = immediate_[a];
      while (b > a) b = immediate_[b];
    }
    return a;
  }

  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::uint32_t> immediate_;
  std::vector<std::uint32_t> depth_;
};

class Verifier {
 public:
  explicit Verifier(const Graph& graph)
      : graph_(graph),
        has_statements_(graph.kind == GraphKind::Module || graph.kind == GraphKind::ClassBody) {}

  std::vector<std::string> Run() {
    CheckShape();
    if (!problems_.empty()) return std::move(problems_);  // the rest would read out of bounds
    CollectDefinitions();
    Dominators dominators(graph_);
    for (BlockId block : graph_.order) CheckUses(block, dominators);
    return std::move(problems_);
  }

 private:
  void Report(BlockId block, const std::string& text) {
    problems_.push_back(Label(block) + ": " + text);
  }

  void CheckShape() {
    std::size_t count = graph_.blocks.size();
    if (count == 0) problems_.push_back("no entry block");
    if (graph_.order.size() != count || graph_.loop_head.size() != count)
      problems_.push_back("order or loop_head does not cover the blocks");
    std::size_t temps = graph_.temp_count;
    if (graph_.place_of.size() != temps || graph_.defined_at.size() != temps)
      problems_.push_back("place_of or defined_at does not cover the temps");
    for (std::uint32_t i = 0; i < count; ++i) CheckBlockShape(BlockId(i));
    for (const Place& place : graph_.places)
      if (place.parent && place.parent.index >= graph_.places.size())
        problems_.push_back("a place has no such parent");
  }

  void CheckBlockShape(BlockId id) {
    const Block& block = graph_.blocks[id];
    auto check_target = [&](BlockId target) {
      if (target.index >= graph_.blocks.size()) Report(id, "leads to no block");
    };
    ForEachTarget(block.terminator.node, check_target);
    if (block.handler) check_target(block.handler);
    if (block.region && block.region.index >= graph_.regions.size()) Report(id, "no such region");
    auto check_temp = [&](TempId temp) {
      if (temp.index >= graph_.temp_count) Report(id, "uses no temp: " + Label(temp));
    };
    for (const Inst& inst : block.insts) {
      ForEachOperand(inst.node, check_temp);
      CheckSlot(id, inst);
      if (has_statements_ && !inst.stmt) Report(id, "no statement");
    }
    ForEachOperand(block.terminator.node, check_temp);
    if (const auto* branch = std::get_if<Branch>(&block.terminator.node)) {
      if (!branch->condition) Report(id, "branch on nothing");
      for (TempId temp : branch->chain) check_temp(temp);
    }
  }

  void CheckSlot(BlockId id, const Inst& inst) {
    Slot slot = 0;
    bool stores_nothing = false;
    if (const auto* load = std::get_if<Load>(&inst.node)) slot = load->slot;
    else if (const auto* drop = std::get_if<Delete>(&inst.node)) slot = drop->slot;
    else if (const auto* store = std::get_if<Store>(&inst.node))
      slot = store->slot, stores_nothing = !store->value;
    else return;
    if (slot >= graph_.slots.size()) Report(id, "no such slot");
    if (stores_nothing) Report(id, "stores nothing");
  }

  void CollectDefinitions() {
    defined_.resize(graph_.temp_count);
    auto define = [&](TempId temp, BlockId block, std::uint32_t index) {
      if (defined_[temp.index]) Report(block, Label(temp) + " is defined twice");
      defined_[temp.index] = true;
      if (graph_.defined_at[temp.index] != std::pair(block, index))
        Report(block, Label(temp) + " is not where defined_at says");
    };
    for (BlockId block : graph_.order) {
      const std::vector<Inst>& insts = graph_.blocks[block].insts;
      for (std::uint32_t i = 0; i < insts.size(); ++i) {
        if (insts[i].result) define(insts[i].result, block, i);
        if (const auto* unpack = std::get_if<Unpack>(&insts[i].node))
          for (TempId temp : unpack->results) define(temp, block, i);
      }
    }
  }

  void CheckUses(BlockId id, const Dominators& dominators) {
    const Block& block = graph_.blocks[id];
    auto check = [&](TempId temp, std::size_t at) {
      auto [origin, index] = graph_.defined_at[temp.index];
      if (!defined_[temp.index]) Report(id, Label(temp) + " is used and never defined");
      else if (origin == id ? index >= at : !dominators.DefinedBefore(origin, id))
        Report(id, Label(temp) + " is used before it is defined");
    };
    for (std::size_t i = 0; i < block.insts.size(); ++i)
      ForEachOperand(block.insts[i].node, [&](TempId temp) { check(temp, i); });
    ForEachOperand(block.terminator.node, [&](TempId temp) { check(temp, block.insts.size()); });
  }

  const Graph& graph_;
  bool has_statements_;
  std::vector<bool> defined_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> Verify(const Graph& graph) { return Verifier(graph).Run(); }

}  // namespace graphmend::flow
