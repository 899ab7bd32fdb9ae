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
#include "infer/diagnose/break_points.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

struct Place {
  flow::BlockId block;
  std::size_t index;
};

// Whether what has the one span is done behind what has the other, in a block.
bool ComesBehind(const flow::Graph& graph, flow::BlockId block, Span late, Span early) {
  const auto& insts = graph.blocks[block].insts;
  const auto last_of = [&](Span span) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < insts.size(); ++i)
      if (insts[i].span == span) last = i;
    return last;
  };
  return last_of(late) > last_of(early);
}

class Earlier {
 public:
  Earlier(const flow::Graph& graph, const std::vector<std::vector<Observation>>& blocks,
          const std::vector<BreakPoint>& points)
      : graph_(graph), dominance_(graph) {
    for (const BreakPoint& point : points)
      if (point.at_call && (point.skips_frame || !InComprehension(graph, point.block)))
        calls_.push_back(&point);
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
      for (std::size_t i = 0; i < blocks[b].size(); ++i)
        if (IsBreak(blocks[b][i].kind()) && !blocks[b][i].fullgraph &&
            blocks[b][i].only == Observation::Only::Always && !blocks[b][i].dropped &&
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
  // The same of calls of what breaks, in statements before that of `o`: what breaks there.
  template <class Matches>
  Observation* FindCall(Place at, const Observation& o, Matches matches) const {
    for (const BreakPoint* p : calls_) {
      const bool before =
          p->leaves_from ? p->statement.begin < o.statement.begin &&
                               dominance_.Dominates(p->leaves_from, at.block)
          : p->block == at.block
              ? p->statement.begin < o.statement.begin || IsStoredBehind(*p, o)
              : p->statement.begin != o.statement.begin && dominance_.Dominates(p->block, at.block);
      if (before && matches(*p)) return p->cause;
    }
    return nullptr;
  }

  // `y[:n] = call(n)`, where the target breaks.
  bool IsStoredBehind(const BreakPoint& p, const Observation& o) const {
    return p.statement == o.statement && o.location.span.end <= p.span.begin &&
           ComesBehind(graph_, p.block, o.location.span, p.span);
  }

  // Whether such a call is inside the expression that `o` is about, and thus made before it is
  // used: `mask(n).expand(n)`.
  template <class Matches>
  bool HasCallWithin(Place at, const Observation& o, Matches matches) const {
    return std::any_of(calls_.begin(), calls_.end(), [&](const BreakPoint* p) {
      const bool within = o.location.span.Contains(p->span) && p->span != o.location.span;
      return within && !p->leaves_from && matches(*p) &&
             (p->block == at.block || dominance_.Dominates(p->block, at.block));
    });
  }

  // The break that skips the frame before `o` can break anything; null: none does.
  Observation* Skipping(Place at, const Observation& o,
                        std::vector<std::vector<Observation>>& blocks) const {
    if (o.only != Observation::Only::Always && o.only != Observation::Only::WhereInput)
      return nullptr;
    const Place* own = Find(at, [&](const Place& p) {
      const Observation& e = blocks[p.block.index][p.index];
      return (e.skips_frame || e.ends_compiling) && e.statement.begin != o.statement.begin &&
             (e.conditions.empty() || e.conditions == o.conditions);
    });
    if (own) return &blocks[own->block.index][own->index];
    return FindCall(at, o, [](const BreakPoint& p) { return p.skips_frame; });
  }

 private:
  const flow::Graph& graph_;
  flow::Dominance dominance_;
  std::vector<Place> places_;
  std::vector<const BreakPoint*> calls_;
};

// The points of a function that come before one of its calls on every path.
class BeforeCall {
 public:
  BeforeCall(const flow::Graph& graph, Span call)
      : graph_(graph), call_(call), block_(BlockOf(graph, call)), dominance_(graph) {}

  bool operator()(const BreakPoint& point) const {
    if (point.statement.begin >= call_.begin) return false;
    // In the statement of the call itself: what takes its result comes after it.
    if (point.statement.end >= call_.end && (point.span.end > call_.begin || IsBehind(point)))
      return false;
    return !block_ || dominance_.Dominates(point.block, block_);
  }

 private:
  // `y[:n] = call(n)`: a target stands before the call, and is stored to after it.
  bool IsBehind(const BreakPoint& point) const {
    return block_ && point.block == block_ && ComesBehind(graph_, block_, point.span, call_);
  }

  const flow::Graph& graph_;
  Span call_;
  flow::BlockId block_;
  flow::Dominance dominance_;
};

// How many observations there are; 0 where none changes another or depends on one.
std::size_t CountIfRelated(const std::vector<std::vector<Observation>>& blocks,
                           const std::vector<BreakPoint>& points) {
  std::size_t count = 0;
  bool related = std::any_of(points.begin(), points.end(),
                             [](const BreakPoint& p) { return p.at_call && p.skips_frame; });
  for (const auto& block : blocks)
    for (const Observation& o : block) {
      ++count;
      related |= observed::InputSuffices(o.what) ||
                 ((o.skips_frame || o.ends_compiling) && !o.fullgraph) ||
                 o.only == Observation::Only::WhereInput;
    }
  return related ? count : 0;
}

// Whether it came about in the body of the function.
bool MadeIn(const CallableInfo& info, const Origin& made) {
  return made.file == info.file && info.file->tree()[info.function].span.Contains(made.span);
}

// Whether the value is what a call gives in which something breaks: Python runs that call.
template <class Origins>
bool MadeByBreakingCall(const std::vector<BreakPoint>& points, const Origins& origins,
                        const Observation& o) {
  OriginId made;
  made.index = o.origin;
  return made && std::any_of(points.begin(), points.end(), [&](const BreakPoint& p) {
           return p.at_call && !p.skips_frame && p.span == origins[made].span;
         });
}

// A list that has come through a break may change, and there may have been one since it was made.
void AddBreaksBetween(const std::vector<BreakPoint>& points, Span made, const ParsedFile& file,
                      Observation& change) {
  const auto found = std::find_if(points.begin(), points.end(), [&](const BreakPoint& p) {
    return p.statement.begin >= made.end && p.statement.end <= change.statement.begin;
  });
  if (found == points.end()) return;
  const std::uint32_t line = file.source().LineOf(found->span.begin);
  change.conditions.push_back({OpenKind::LineReached, std::to_string(line), true});
}

// What is no break where its value is an input, or is one there alone.
template <class Origins>
void SettleByInput(Observation& o, bool is_input, const std::vector<BreakPoint>& points,
                   const Origins& origins, const ParsedFile& file) {
  if (o.only == Observation::Only::WhereInput) {
    o.dropped = !is_input && !MadeByBreakingCall(points, origins, o);
    o.only = Observation::Only::Always;
    return;
  }
  o.dropped = is_input;
  OriginId made;
  made.index = o.origin;
  const bool changes = std::holds_alternative<observed::StateMutation>(o.what);
  if (changes && !o.dropped && made && origins[made].file == &file)
    AddBreaksBetween(points, origins[made].span, file, o);
}

}  // namespace

// Whether the value of `origin`, used in this context, comes from outside the graph that uses it,
// as far as the callers tell.
bool Recorder::ComesFromCaller(ContextId id, OriginId origin, const BreakPoints& breaks) const {
  const Context& context = unit_.Info(id);
  const CallableInfo& info = unit_.Info(context.callable);
  if (!origin) return false;
  const Origin& o = origins_[origin];
  if (o.outside) return true;
  bool parameter =
      MadeIn(info, o) && (o.kind == OriginKind::Argument || o.kind == OriginKind::Annotated ||
                          o.kind == OriginKind::Used);
  if (!parameter) return false;
  const CallerLink& call = context.caller;
  if (!call.context) return true;
  const OriginId passed = o.parent;
  const CallableInfo& calling = unit_.Info(unit_.Info(call.context).callable);
  const BeforeCall before(calling.file->Function(calling.function), call.span);
  for (const BreakPoint& point : breaks.Of(call.context)) {
    if (calling.file != call.file || !before(point)) continue;
    const bool computed_before = passed && origins_[passed].file == call.file &&
                                 origins_[passed].span.end <= point.statement.begin;
    if (point.skips_frame || computed_before) return true;
  }
  return ComesFromCaller(call.context, passed, breaks);
}

// Whether a call that breaks has made the value of `origin`: Python runs the call, and what it
// returns is an input of the graph behind it.
bool Recorder::ComesThroughBreak(ContextId id, OriginId origin, const BreakPoints& breaks) const {
  const Origin& made = origins_[origin];
  const auto on_no_input = [](const BreakPoint& point) {
    return !point.at_call && observed::InputSuffices(point.cause->what) && !point.cause->dropped;
  };
  const auto& callees = unit_.Info(id).callees;
  return std::any_of(callees.begin(), callees.end(), [&](const CallEdge& call) {
    const CallableInfo& info = unit_.Info(unit_.Info(call.callee).callable);
    return MadeIn(info, made) &&
           (breaks.Certain(call.callee) || breaks.Find(call.callee, {}, on_no_input));
  });
}

// Where in this function the value was computed: itself, or by a call of what has computed it.
// Nothing: neither is known.
std::optional<Span> Recorder::ComputedAt(ContextId id, OriginId origin) const {
  const CallableInfo& info = unit_.Info(unit_.Info(id).callable);
  const Origin& made = origins_[origin];
  if (MadeIn(info, made)) return made.span;
  for (const CallEdge& call : unit_.Info(id).callees) {
    const CallableInfo& callee = unit_.Info(unit_.Info(call.callee).callable);
    if (call.file == info.file && MadeIn(callee, made)) return call.span;
  }
  return std::nullopt;
}

std::optional<Span> Recorder::MadeInGraph(ContextId id, const Observation& o,
                                          const BreakPoints& breaks) const {
  OriginId origin;
  origin.index = o.origin;
  if (!origin || o.fullgraph || !MadeHere(origin) || ComesFromCaller(id, origin, breaks) ||
      ComesThroughBreak(id, origin, breaks))
    return std::nullopt;
  const CallableInfo& info = unit_.Info(unit_.Info(id).callable);
  const Origin& made = origins_[origin];
  return MadeIn(info, made) ? made.span : info.file->tree()[info.function].span;
}

bool Recorder::Computes(ContextId id, Span part, int& left) const {
  if (left-- <= 0) return false;
  const Context& context = unit_.Info(id);
  const CallableInfo& info = unit_.Info(context.callable);
  // What is called is called once its arguments have been computed.
  const auto within = [&](Span span) { return span.end > part.begin && span.end <= part.end; };
  const bool itself = std::any_of(context.temps.begin(), context.temps.end(), [&](Ref r) {
    if (!r.value || !r.origin || !unit_.values.If<values::Tensor>(r)) return false;
    const Origin& made = origins_[r.origin];
    const bool computed = made.kind == OriginKind::Called || made.kind == OriginKind::Operator ||
                          made.kind == OriginKind::Element;
    return computed && !made.outside && MadeIn(info, made) && within(made.span);
  });
  const auto computes = [&](const CallEdge& call) {
    const CallableInfo& callee = unit_.Info(unit_.Info(call.callee).callable);
    return call.file == info.file && within(call.span) && callee.function &&
           Computes(call.callee, callee.file->tree()[callee.function].span, left);
  };
  return itself || std::any_of(context.callees.begin(), context.callees.end(), computes);
}

void Recorder::ApplyEarlierBreaks(ContextId id, const BreakPoints& breaks) {
  Context& context = unit_.Info(id);
  auto& blocks = context.observations;
  const std::vector<BreakPoint>& points = breaks.Of(id);
  const std::size_t count = CountIfRelated(blocks, points);
  if (count == 0) return;
  const CallableInfo& info = unit_.Info(context.callable);
  const flow::Graph& graph = info.file->Function(info.function);
  const Earlier earlier(graph, blocks, points);
  auto at = [&](const Place& p) -> Observation& { return blocks[p.block.index][p.index]; };
  const auto is_input = [&](const Observation& o, Place place) {
    OriginId origin;
    origin.index = o.origin;
    if (ComesFromCaller(id, origin, breaks)) return true;
    if (!origin || o.fullgraph) return false;
    if (ComesThroughBreak(id, origin, breaks)) return true;
    const std::optional<Span> computed = ComputedAt(id, origin);
    if (!computed) return false;
    const auto computed_before = [&](Span statement) { return computed->end <= statement.begin; };
    const auto own = [&](const Place& p) {
      return !at(p).dropped && at(p).conditions.empty() && computed_before(at(p).statement);
    };
    const auto call = [&](const BreakPoint& p) { return computed_before(p.statement); };
    return earlier.Find(place, own) || earlier.FindCall(place, o, call) ||
           earlier.HasCallWithin(place, o, call);
  };
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const bool inlined = InComprehension(graph, flow::BlockId(b));
    for (std::size_t i = 0; i < blocks[b].size(); ++i) {
      Observation& o = blocks[b][i];
      if (o.dropped) continue;
      const Place place{flow::BlockId(b), i};
      const auto* change = std::get_if<observed::StateMutation>(&o.what);
      if (Observation* skip = earlier.Skipping(place, o, blocks)) {
        o.dropped = true;
        ++skip->hides;
      } else if (o.only == Observation::Only::WhereInput ||
                 (observed::InputSuffices(o.what) && (!inlined || change))) {
        SettleByInput(o, is_input(o, place), points, origins_, *info.file);
      }
    }
  }
}

}  // namespace graphmend::infer
