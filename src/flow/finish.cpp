#include "flow/finish.h"

#include <algorithm>
#include <array>
#include <utility>

#include "flow/walk.h"

namespace graphmend::flow {
namespace {

enum class Visit : std::uint8_t { Never, Open, Done };

// Successors in the order in which postorder should finish them: the likeliest path last, so that
// it comes first in reverse postorder and dumps read like the source.
struct Successors {
  std::array<BlockId, 3> blocks;
  std::uint8_t count = 0;
};

Successors SuccessorsOf(Block& block) {
  Successors result;
  if (block.handler) result.blocks[result.count++] = block.handler;
  std::uint8_t first = result.count;
  ForEachTarget(block.terminator.node, [&](BlockId b) { result.blocks[result.count++] = b; });
  std::reverse(result.blocks.begin() + first, result.blocks.begin() + result.count);
  return result;
}

// Literals and names only: nothing in the block can leave by its handler.
bool RaisesNothing(const Block& block) {
  return std::holds_alternative<Jump>(block.terminator.node) &&
         std::all_of(block.insts.begin(), block.insts.end(), [](const Inst& inst) {
           return std::holds_alternative<Const>(inst.node) ||
                  std::holds_alternative<Store>(inst.node) ||
                  std::holds_alternative<Load>(inst.node);
         });
}

class Numbering {
 public:
  explicit Numbering(Graph& graph) : graph_(graph) {}

  void Run() {
    for (Block& block : graph_.blocks)
      ForEachTarget(block.terminator.node, [&](BlockId& target) { target = PastEmpty(target); });
    for (Block& block : graph_.blocks)
      if (RaisesNothing(block)) block.handler = BlockId::None();
    Walk();
    std::reverse(postorder_.begin(), postorder_.end());
    std::vector<BlockId> renamed(graph_.blocks.size());
    for (std::uint32_t i = 0; i < postorder_.size(); ++i) renamed[postorder_[i].index] = BlockId(i);
    Rebuild(renamed);
    FindUsesElsewhere();
  }

 private:
  struct Frame {
    BlockId block;
    Successors successors;
    std::uint8_t next = 0;
  };

  // Where control gets to from `block` before anything happens. Nothing can be raised in an empty
  // block, so its handler does not matter.
  BlockId PastEmpty(BlockId block) const {
    for (int hops = 0; hops < kMostHops; ++hops) {
      const Block& at = graph_.blocks[block];
      const auto* jump = std::get_if<Jump>(&at.terminator.node);
      if (!jump || !at.insts.empty()) break;
      block = jump->target;
    }
    return block;
  }

  void Walk() {
    visits_.resize(graph_.blocks.size());
    is_head_.resize(graph_.blocks.size());
    std::vector<Frame> stack;
    auto open = [&](BlockId block) {
      visits_[block.index] = Visit::Open;
      stack.push_back({block, SuccessorsOf(graph_.blocks[block])});
    };
    open(BlockId(0));
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.successors.count) {
        visits_[frame.block.index] = Visit::Done;
        postorder_.push_back(frame.block);
        stack.pop_back();
        continue;
      }
      BlockId next = frame.successors.blocks[frame.next++];
      if (visits_[next.index] == Visit::Never) open(next);
      else if (visits_[next.index] == Visit::Open) is_head_[next.index] = true;
    }
  }

  void Rebuild(const std::vector<BlockId>& renamed) {
    base::Store<BlockId, Block> blocks;
    graph_.order.reserve(postorder_.size());
    graph_.loop_head.reserve(postorder_.size());
    for (BlockId old : postorder_) {
      Block block = std::move(graph_.blocks[old]);
      ForEachTarget(block.terminator.node, [&](BlockId& b) { b = renamed[b.index]; });
      if (block.handler) block.handler = renamed[block.handler.index];
      graph_.order.push_back(blocks.Add(std::move(block)));
      graph_.loop_head.push_back(is_head_[old.index]);
    }
    graph_.blocks = std::move(blocks);
    for (auto& [block, index] : graph_.defined_at) block = renamed[block.index];
  }

  void FindUsesElsewhere() {
    auto& uses = graph_.used_elsewhere;
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) {
      const BlockId here(b);
      auto use = [&](TempId temp) {
        if (graph_.defined_at[temp.index].first != here) uses.push_back({temp, here});
      };
      for (const Inst& inst : graph_.blocks[here].insts) ForEachOperand(inst.node, use);
      ForEachOperand(graph_.blocks[here].terminator.node, use);
    }
    auto by_temp = [](const auto& a, const auto& b) {
      return std::pair(a.first.index, a.second.index) < std::pair(b.first.index, b.second.index);
    };
    std::sort(uses.begin(), uses.end(), by_temp);
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  }

  static constexpr int kMostHops = 32;  // an empty endless loop has no end to find

  Graph& graph_;
  std::vector<Visit> visits_;
  std::vector<bool> is_head_;
  std::vector<BlockId> postorder_;
};

}  // namespace

void OrderBlocks(Graph& graph) { Numbering(graph).Run(); }

}  // namespace graphmend::flow
