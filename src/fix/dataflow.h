// What may have been assigned to a variable, and whether anything still reads it, at a place of one
// function.
//
//   Definition    an instruction that stores to the slot; null: what it held when the function was
//                 entered (a parameter's argument; for other variables, nothing)
//   Definitions   all that may reach a place; a set with one element says which it is
//   Merge         where more than `kMostDefinitions` come together, an instruction of the block's
//                 own that stands for them from there on, so that sets stay small however many
//                 branches a function has. It stores nothing: of what it holds nothing is known
//
// An assignment in a block with a handler reaches the handler whether or not it was made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "dataflow/liveness.h"
#include "fix/budget.h"
#include "flow/graph.h"

namespace graphmend::fix {

using Definitions = std::set<const flow::Inst*>;

class Dataflow {
 public:
  static constexpr std::size_t kMostDefinitions = 32;

  Dataflow(const flow::Graph& graph, Budget& budget);
  Dataflow(const Dataflow&) = delete;  // sets point into it
  Dataflow& operator=(const Dataflow&) = delete;

  // Those that reach a name that is read; empty where the expression reads no variable of the
  // function. Equal sets are the same object here and in `Before`.
  const Definitions& Of(syntax::ExprId load) const;
  // The names that read the slot, in the order of the graph.
  const std::vector<syntax::ExprId>& LoadsOf(flow::Slot slot) const;
  // The instructions that assign the slot, in the order of the blocks.
  struct PlacedStore {
    const flow::Inst* inst;
    flow::BlockId block;
  };
  const std::vector<PlacedStore>& StoresTo(flow::Slot slot) const { return stores_to_[slot]; }
  static bool IsMerge(const flow::Inst* definition);
  // Whether it is deleted somewhere, which no definition tells.
  bool IsDeleted(flow::Slot slot) const { return deleted_.contains(slot); }
  // Those of the slot where the code with this span begins, and behind it.
  const Definitions& Before(source::Span code, flow::Slot slot) const;
  // Whether something behind the code with this span may read what the slot then holds; it may
  // where the budget is exhausted.
  bool LiveAfter(source::Span code, flow::Slot slot) const;
  // A variable that the code with this span assigns and that is read behind it; none otherwise.
  std::optional<flow::Slot> SetForLater(source::Span code,
                                        std::span<const flow::Slot> but_for = {}) const;
  // The block that the code with this span begins in; none where it has no instruction.
  flow::BlockId BlockOf(source::Span code) const;
  // Whether what the code raises is caught in the function.
  bool IsCaught(source::Span code) const;
  const flow::Graph& graph() const { return graph_; }

 private:
  struct Position {
    flow::BlockId block;
    std::uint32_t index = 0;
  };

  const std::vector<Definitions>& AtEntries(flow::Slot slot) const;
  const Definitions& At(Position position, flow::Slot slot) const;

  const flow::Graph& graph_;
  Budget& budget_;
  dataflow::Liveness liveness_;
  // An instruction: where its code is, which one it is in the order of the graph, and its block.
  struct Placed {
    source::Span code;
    std::uint32_t number;
    flow::BlockId block;
  };

  std::int64_t size_ = 0;                              // instructions
  std::vector<Placed> by_begin_;                       // by where their code begins
  std::unordered_map<std::uint32_t, Position> loads_;  // by expression
  std::vector<std::vector<syntax::ExprId>> loads_of_;  // by slot
  std::vector<std::vector<PlacedStore>> stores_to_;    // by slot
  std::vector<flow::Inst> merges_;                     // by block
  std::set<flow::Slot> deleted_;
  mutable std::unordered_map<flow::Slot, std::vector<Definitions>> entries_;
  mutable std::set<Definitions> sets_;
  mutable std::unordered_map<std::uint32_t, const Definitions*> of_load_;  // by expression
};

}  // namespace graphmend::fix
