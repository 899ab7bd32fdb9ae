// What may have been assigned to a variable, and whether anything still reads it, at a place of one
// function.
//
//   Definition    an instruction that stores to the slot; null: what it held when the function was
//                 entered (a parameter's argument; for other variables, nothing)
//   Definitions   all that may reach a place; a set with one element says which it is
//
// An assignment in a block with a handler reaches the handler whether or not it was made.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "flow/graph.h"

namespace graphmend::fix {

using Definitions = std::set<const flow::Inst*>;

class Dataflow {
 public:
  explicit Dataflow(const flow::Graph& graph);

  // Those that reach a name that is read; empty where the expression reads no variable of the
  // function.
  Definitions Of(syntax::ExprId load) const;
  // Those of the slot where the code with this span begins, and behind it.
  Definitions Before(source::Span code, flow::Slot slot) const;
  // Whether something behind the code with this span may read what the slot then holds.
  bool LiveAfter(source::Span code, flow::Slot slot) const;
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
  Definitions At(Position position, flow::Slot slot) const;
  std::vector<bool> LiveAtEntries(flow::Slot slot) const;

  const flow::Graph& graph_;
  std::map<std::uint32_t, Position> loads_;  // by expression
  mutable std::map<flow::Slot, std::vector<Definitions>> entries_;
};

}  // namespace graphmend::fix
