// A context: one callable with its mode and abstract arguments, and the summary that interpreting
// it has come to. Callers read the summary: what it returns and yields, what it writes and sets.
//
//   order, join, widening   of each part of the summary: computations.h, heap.h
#pragma once

#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/hole.h"
#include "infer/interpret/environment.h"
#include "infer/observation.h"
#include "infer/site.h"
#include "infer/steps.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {

struct CallerLink {
  ContextId context;                 // None: compiled code begins here
  const ParsedFile* file = nullptr;  // null: no call in source leads here
  Span span;
};

// A call of one context by another.
struct CallEdge {
  ContextId callee;
  const ParsedFile* file = nullptr;  // null: called from no source
  Span span;
  // Set where compiled code begins: how and where it was compiled.
  const HowCompiled* entry = nullptr;
  diag::Location entry_place = {};
  // Of a `with`: what breaks in it makes Dynamo skip the frame (torch 2.13, measured).
  enum class With : std::uint8_t { No, Enters, Leaves } with = With::No;
};

// What the last interpretation of a context could not follow. `callee`: the call yields Never,
// which is right only as long as that does not return.
struct ContextHole {
  flow::BlockId block;
  HoleKind why = HoleKind::UnknownCallee;
  const ParsedFile* file = nullptr;
  Span span;
  syntax::ExprId expr;
  ContextId callee;
};

struct Context {
  CallableId callable;
  Mode mode;
  std::vector<Ref> arguments;
  NodeId node;
  int runs = 0;          // how often it was interpreted
  Ref result;            // Bottom: it does not return, as far as is known
  Ref yielded;           // generators: the join of what is yielded
  bool returns = false;  // some path gets to its end
  CallerLink caller;     // set at the end, with `entry`, for what a live entry reaches
  bool linked = false;
  const HowCompiled* entry = nullptr;  // set where compiled code begins
  DynamoFlags sets;                    // that the call leaves set
  CellsId cells;
  Heap heap;                                        // what it has written, when it returns
  std::vector<std::pair<ObjectId, Symbol>> writes;  // fields of the store that it has written
  // Of the last interpretation: blocks with something to observe, and their converged entry states.
  std::vector<std::pair<flow::BlockId, Environment>> observing;
  std::vector<std::vector<Observation>> observations;  // by block, from the second pass
  FirstWays first_ways;
  std::vector<Ref> temps;         // at the end: what facts are made of
  std::vector<CallEdge> callees;  // of the last interpretation
  std::vector<ContextHole> holes;
};

}  // namespace graphmend::infer
