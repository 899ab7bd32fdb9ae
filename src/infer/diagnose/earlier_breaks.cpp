// What an earlier break changes for what comes after it.
//
//   hidden   A break inside a loop or a try makes Dynamo give up the whole frame: the rest of the
//            function runs uncompiled, and nothing of its own can break any more (functions that it
//            calls are compiled for themselves). Such a later break comes up only once the earlier
//            one is mended: it is dropped, and the earlier one says how many wait behind it. The
//            same holds for one that depends on the same conditions as an earlier conditional
//            break.
//   inputs   What was computed before a break is an input of the graph behind it, as an attribute
//            or a global is that was made outside, and an integer tensor that is an input may be a
//            size: Dynamo reads it from the real one. What a call gives that breaks is one, too. So
//            is a number of NumPy wherever it is used but as a range.
//
// Before and after are judged by dominance inside a function and by position in its callers.
// Measured on torch 2.13: `tests/cases/earlier_breaks.md`.
#include <algorithm>

#include "infer/diagnose/block_of.h"
#include "infer/diagnose/certain_break.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

struct Place {
  flow::BlockId block;
  std::size_t index;
};

// A comprehension is inlined like a function (CPython before 3.12; Dynamo treats it so after, too):
// a break there splits the caller's graph only. It is not compiled for itself.
bool InComprehension(const flow::Graph& graph, flow::BlockId block) {
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent)
    if (graph.regions[r].kind == flow::RegionKind::Comprehension) return true;
  return false;
}

class Earlier {
 public:
  Earlier(const flow::Graph& graph, const std::vector<std::vector<Observation>>& blocks)
      : graph_(graph), dominance_(graph) {
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
      for (std::size_t i = 0; i < blocks[b].size(); ++i)
        if (IsBreak(blocks[b][i].kind()) && !blocks[b][i].fullgraph &&
            blocks[b][i].only == Observation::Only::Always &&
            (blocks[b][i].skips_frame || !InComprehension(graph, flow::BlockId(b))))
          places_.push_back({flow::BlockId(b), i});
  }

  // The first place whose break comes before `at` on every path and that `matches`.
  template <class Matches>
  const Place* Find(Place at, Matches matches) const {
    for (const Place& p : places_) {
      bool before =
          p.block == at.block ? p.index < at.index : dominance_.Dominates(p.block, at.block);
      if (before && matches(p)) return &p;
    }
    return nullptr;
  }

 private:
  const flow::Graph& graph_;
  flow::Dominance dominance_;
  std::vector<Place> places_;
};

// The breaks of a function that come before one of its calls on every path.
class BeforeCall {
 public:
  BeforeCall(const flow::Graph& graph, Span call)
      : call_(call), block_(BlockOf(graph, call)), dominance_(graph) {}

  bool operator()(flow::BlockId block, const Observation& o) const {
    if (o.statement.begin >= call_.begin) return false;
    // In the statement of the call itself: what takes its result comes after it.
    if (o.statement.end >= call_.end && o.location.span.end > call_.begin) return false;
    return !block_ || dominance_.Dominates(block, block_);
  }

 private:
  Span call_;
  flow::BlockId block_;
  flow::Dominance dominance_;
};

// How many observations there are; 0 where none changes another or depends on one.
std::size_t CountIfRelated(const std::vector<std::vector<Observation>>& blocks) {
  std::size_t count = 0;
  bool related = false;
  for (const auto& block : blocks)
    for (const Observation& o : block) {
      ++count;
      related |= observed::InputSuffices(o.what) || (o.skips_frame && !o.fullgraph);
    }
  return related ? count : 0;
}

}  // namespace

// Whether the value of `origin`, used in this context, comes from outside the graph that uses it,
// as far as the callers tell.
bool Recorder::ComesFromCaller(const Context& context, OriginId origin) const {
  const CallableInfo& info = unit_.Info(context.callable);
  Span function = info.file->tree()[info.function].span;
  if (!origin) return false;
  const Origin& o = origins_[origin];
  if (o.outside) return true;
  bool parameter = o.file == info.file && o.span.begin >= function.begin &&
                   o.span.end <= function.end &&
                   (o.kind == OriginKind::Argument || o.kind == OriginKind::Annotated ||
                    o.kind == OriginKind::Used);
  if (!parameter) return false;
  if (!context.caller.context) return true;
  const Context& caller = *unit_.summaries.contexts()[context.caller.context.index];
  const OriginId passed = o.parent;
  const CallableInfo& calling = unit_.Info(caller.callable);
  const BeforeCall before(calling.file->Function(calling.function), context.caller.span);
  for (std::uint32_t block = 0; block < caller.observations.size(); ++block)
    for (const Observation& b : caller.observations[block]) {
      if (!IsBreak(b.kind()) || !b.conditions.empty() || b.fullgraph ||
          b.location.file != &context.caller.file->source() || !before(flow::BlockId(block), b))
        continue;
      const bool computed_before = passed && origins_[passed].file == context.caller.file &&
                                   origins_[passed].span.end <= b.statement.begin;
      if (b.skips_frame || computed_before) return true;
    }
  return ComesFromCaller(caller, passed);
}

// Whether a call that breaks has made the value of `origin`: Python runs the call, and what it
// returns is an input of the graph behind it.
bool Recorder::ComesThroughBreak(const Context& context, OriginId origin) const {
  const Origin& made = origins_[origin];
  return std::any_of(context.callees.begin(), context.callees.end(), [&](const CallEdge& call) {
    const Context& callee = *unit_.summaries.contexts()[call.callee.index];
    const CallableInfo& info = unit_.Info(callee.callable);
    const Span function = info.file->tree()[info.function].span;
    return info.file == made.file && made.span.begin >= function.begin &&
           made.span.end <= function.end &&
           FindBreak(callee, info.file->Function(info.function), {}, IsFirmBreak);
  });
}

void Recorder::ApplyEarlierBreaks(Context& context) {
  auto& blocks = context.observations;
  const std::size_t count = CountIfRelated(blocks);
  if (count == 0) return;
  const CallableInfo& info = unit_.Info(context.callable);
  const flow::Graph& graph = info.file->Function(info.function);
  Earlier earlier(graph, blocks);
  auto at = [&](const Place& p) -> Observation& { return blocks[p.block.index][p.index]; };
  // The break that skips the frame before `o` can break anything; null: none does.
  const auto hidden_behind = [&](const Observation& o, Place place) -> const Place* {
    if (count < 2 || o.only != Observation::Only::Always) return nullptr;
    return earlier.Find(place, [&](const Place& p) {
      const Observation& e = at(p);
      return e.skips_frame && e.statement.begin != o.statement.begin &&
             (e.conditions.empty() || e.conditions == o.conditions);
    });
  };
  const auto is_input = [&](const Observation& o, Place place) {
    OriginId origin;
    origin.index = o.origin;
    if (ComesFromCaller(context, origin)) return true;
    if (!origin || o.fullgraph) return false;
    if (ComesThroughBreak(context, origin)) return true;
    if (origins_[origin].file != info.file) return false;
    return earlier.Find(place, [&](const Place& p) {
      const Observation& e = at(p);
      return e.conditions.empty() && origins_[origin].span.end <= e.statement.begin;
    }) != nullptr;
  };
  std::vector<std::vector<bool>> gone(blocks.size());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    gone[b].resize(blocks[b].size());
    const bool inlined = InComprehension(graph, flow::BlockId(b));
    for (std::size_t i = 0; i < blocks[b].size(); ++i) {
      Observation& o = blocks[b][i];
      const Place place{flow::BlockId(b), i};
      if (const Place* skip = hidden_behind(o, place)) {
        gone[b][i] = true;
        ++at(*skip).hides;
      } else if (observed::InputSuffices(o.what) && !inlined) {
        gone[b][i] = is_input(o, place);
      }
    }
  }
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    std::size_t i = 0;
    std::erase_if(blocks[b], [&](const Observation&) { return gone[b][i++]; });
  }
}

}  // namespace graphmend::infer
