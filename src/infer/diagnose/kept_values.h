// What Dynamo cannot rebuild: values that it has only traced, of which Python would need one where
// a break ends the graph. Measured on torch 2.13: `tests/cases/kept_values.md`.
#pragma once

#include <utility>
#include <vector>

#include "flow/graph.h"
#include "infer/ids.h"
#include "infer/keys.h"
#include "values/value.h"

namespace graphmend::infer {

class Unit;

// Of a function with what its instructions have given, or will have once they are executed.
struct KeptIn {
  Unit& unit;
  const ParsedFile& file;
  const flow::Graph& graph;
  const std::vector<Ref>& temps;

  // The instruction that has made what is in the value and cannot be rebuilt: a method of an
  // instance, also one that the instance keeps in a field of its own, or that is in a list, tuple,
  // dict or partial. None id: all of it can be, or it came from elsewhere.
  flow::TempId MakerOf(Ref value) const;
  // Whether it is an iterator or another object that this instruction makes, which can be rebuilt
  // neither: `enumerate(xs)`, `re.match(…)`.
  bool IsLostAt(flow::TempId made) const;
  // The first operand of the call, the callee or an argument, of which that can be said.
  std::pair<flow::TempId, flow::TempId> OperandOf(const flow::Call& call) const;
  // Whether something of that kind is assigned to a variable, and whether a sparse tensor is.
  struct Assigned {
    bool made = false;
    bool sparse = false;
  };
  Assigned AnyAssigned() const;
  Ref Value(flow::TempId temp) const {
    return temp.index < temps.size() ? temps[temp.index] : Ref{};
  }
};

// What becomes of an iterator in whose loop something breaks, as the argument of a comprehension
// (before Python 3.12) or a generator expression. Dynamo rebuilds it, or it gives up the frame: at
// the comprehension (`IsLost`), or where it writes back what the iterator has changed (`GivesUp`).
enum class IteratorAcross : std::uint8_t { IsRebuilt, IsLost, GivesUp };
IteratorAcross AcrossBreak(const KeptIn& kept, flow::TempId iterable);
// A tensor whose layout is sparse, which a frame that is resumed can take no further.
bool IsSparseTensor(Unit& unit, Ref value);
// Whether it is a call of `range`.
bool IsRange(const KeptIn& kept, flow::TempId iterable);
// Whether a generator over it changes an iterator that Dynamo cannot write back: that of a list or
// a tuple.
bool ChangesIterator(const KeptIn& kept, flow::TempId iterable);

}  // namespace graphmend::infer
