// Where the graph of a context breaks for sure once it is reached: at a break of its own, or at the
// call of a function that is sure to break, for that ends the graph of its caller as well. A call
// that breaks inside a loop or a `try` makes Dynamo skip the caller's frame, as a break of its own
// there does. Measured on torch 2.13: `tests/cases/earlier_breaks.md`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "flow/dominance.h"
#include "flow/graph.h"
#include "infer/ids.h"
#include "infer/observation.h"
#include "infer/part.h"
#include "infer/summaries/context.h"

namespace graphmend::infer {

inline bool IsFirmBreak(const Observation& o) {
  return IsBreak(o.kind()) && o.conditions.empty() && !o.fullgraph &&
         o.only == Observation::Only::Always;
}

// Whether it breaks on some condition, or for sure.
inline bool IsPossibleBreak(const Observation& o) {
  return IsBreak(o.kind()) && !o.fullgraph && !o.dropped && o.only == Observation::Only::Always &&
         !observed::InputSuffices(o.what);
}

struct CallableInfo;

// Whether it is the constructor of a module.
bool IsModuleInit(Unit& unit, const CallableInfo& info);
bool IsModuleInit(Unit& unit, const ParsedFile& file, ClassId owner, syntax::FunctionId function);

// A comprehension is inlined like a function (CPython before 3.12; Dynamo treats it so after, too):
// a break there splits the caller's graph only. It is not compiled for itself.
bool InComprehension(const flow::Graph& graph, flow::BlockId block);

// Where in a function something breaks. `temps`: what its instructions have given.
struct BreakPlace {
  const ParsedFile& file;
  const flow::Graph& graph;
  const std::vector<Ref>& temps;
  flow::BlockId block;
  syntax::StmtId stmt;
  std::uint32_t end;  // of the expression
};

// The loop, try or with around a place that makes Dynamo skip the frame after a break there: it
// gives up a frame that breaks in a try, or in a with whose context manager is written in Python,
// for that it cannot enter again; and one that breaks where a jump back comes later in the bytecode
// and no `return` before that. The first time the test of a `while` is made, it is in front of the
// loop (CPython from 3.10 on). Torch 2.13, measured.
std::optional<flow::RegionKind> BreakSkipsFrame(Unit& unit, const BreakPlace& place);

// Whether Dynamo resumes the frame behind a break in this instruction, or in what it calls: a call,
// an item, an attribute that is stored, a comparison. Behind any other, such as an operator, `in`,
// a property or an iteration, the frame goes on uncompiled. Torch 2.13, measured.
bool ResumesBehind(const flow::Inst& inst);

struct BreakPoint {
  flow::BlockId block;
  source::Span span;       // the expression
  source::Span statement;  // the header of the innermost statement
  bool skips_frame = false;
  bool since_resumed = false;  // what it skips begins where the frame was last resumed
  std::optional<flow::RegionKind> within = {};  // the loop, try or with that makes it so
  Observation* cause = nullptr;  // of the context itself or, at a call, of what it comes to
  bool at_call = false;
  bool ends_compiling = false;  // Observation::ends_compiling of the cause, at its own place
  // It cannot be resumed from, but the graph has computed something up to its statement, which is
  // compiled: Python does not run that again.
  bool keeps_graph = false;
  // Of a `with` that is left, whichever way: where it was entered. The statement is then what comes
  // behind it.
  flow::BlockId leaves_from = {};
};

// Of a unit whose states have settled. Valid as long as no observation is added or removed.
class BreakPoints : Part {
 public:
  explicit BreakPoints(Unit& unit);

  const std::vector<BreakPoint>& Of(ContextId context) const { return points_[context.index]; }
  // The calls by which the context is traced with a frame around it.
  const std::vector<std::pair<ContextId, const CallEdge*>>& CallersOf(ContextId context) const {
    return callers_[context.index];
  }
  // The one that each call of the context comes to; null: it may pass them all by.
  const Observation* Certain(ContextId context) const { return certain_[context.index]; }
  // The first for which `test` holds and that comes up whenever `place` is reached; else, with
  // `any`, the first at all.
  template <class Test>
  const BreakPoint* Find(ContextId context, flow::BlockId place, Test test,
                         bool any = false) const {
    const BreakPoint* first = nullptr;
    for (const BreakPoint& point : points_[context.index]) {
      if (!test(point)) continue;
      if (IsReached(context, point.block, place)) return &point;
      if (!first) first = &point;
    }
    return any ? first : nullptr;
  }
  // The first for which `test` holds of those that may come up and are not known to: breaks on
  // conditions, and calls of what may break. Their `cause` is null.
  template <class Test>
  const BreakPoint* FindPossible(ContextId context, Test test) {
    for (const BreakPoint& point : PossibleIn(context))
      if (test(point)) return &point;
    return nullptr;
  }
  // Of a place in the context: which points make Dynamo leave it uncompiled, as measured: one in a
  // loop all of the frame from the last break before it that resumes; any other only what follows.
  auto SkippingAt(ContextId context, std::uint32_t begin) const {
    return [this, context, begin](const BreakPoint& point) {
      if (!point.skips_frame && !point.ends_compiling) return false;
      const bool runs_again = point.since_resumed && !point.keeps_graph;
      if (point.statement.begin >= begin && !runs_again) return false;
      return !BreaksBefore(context, begin, point);
    };
  }

 private:
  friend class KeptAcross;
  struct Place {
    flow::BlockId block;
    const flow::Inst* inst;
  };

  const flow::Graph& GraphOf(ContextId context) const;
  const flow::Dominance& DominanceOf(ContextId context) const;
  flow::BlockId TakenSide(ContextId context, const flow::Branch& branch) const;
  bool MayPassBy(ContextId context, flow::BlockId block) const;
  // Whether whoever calls the function gets to `block`, or was there before `place`.
  bool IsReached(ContextId context, flow::BlockId block, flow::BlockId place) const;
  // Whether something breaks at `begin`, or from there on, before `point` is reached.
  bool BreaksBefore(ContextId context, std::uint32_t begin, const BreakPoint& point) const;
  bool ResumesBetween(ContextId context, std::uint32_t from, std::uint32_t to) const;
  bool HasGraphBefore(ContextId context, const BreakPoint& point) const;
  std::optional<Place> PlaceOf(ContextId context, source::Span span);
  std::optional<Place> PlaceOfWith(ContextId context, const CallEdge& call);
  bool Propagates(const BreakPoint& point) const;
  bool IsFollowed(const CallEdge& call) const;
  void AddOwn(ContextId context);
  void AddCall(ContextId caller, const CallEdge& call);
  std::optional<BreakPoint> PointOf(ContextId caller, const CallEdge& call);
  const std::vector<BreakPoint>& PossibleIn(ContextId context);
  bool MayBreak(ContextId context);
  void SettleKept(ContextId context);
  template <class Breaks>
  void SettleBy(ContextId context, std::vector<ContextId>& changed, Breaks breaks);
  void Settle(ContextId context, std::vector<ContextId>& changed);
  void SettleMade(ContextId context, std::vector<ContextId>& changed);

  std::vector<std::vector<BreakPoint>> points_;                              // by context
  std::vector<Observation*> certain_;                                        // by context
  std::vector<std::vector<std::pair<ContextId, const CallEdge*>>> callers_;  // by context
  mutable std::vector<std::unique_ptr<flow::Dominance>> dominance_;
  std::vector<bool> may_break_;  // by context; empty until something asks
  std::unordered_map<std::uint32_t, std::vector<BreakPoint>> possible_;  // by context
  // By context and span of an expression: where it is executed.
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, Place>> places_;
};

}  // namespace graphmend::infer
