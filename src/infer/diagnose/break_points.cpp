#include "infer/diagnose/break_points.h"

#include <algorithm>

#include "flow/walk.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Whether the loop of `region` may be left by a `return` that stands behind `position`.
bool ReturnFollows(const flow::Graph& graph, flow::RegionId region, std::uint32_t position) {
  return std::any_of(graph.order.begin(), graph.order.end(), [&](flow::BlockId id) {
    const flow::Block& block = graph.blocks[id];
    if (!std::holds_alternative<flow::Return>(block.terminator.node) ||
        block.terminator.span.end < position)
      return false;
    flow::RegionId r = block.region;
    while (r && r != region) r = graph.regions[r].parent;
    return r == region;
  });
}

// A context manager that is a generator, or whose class is no class of torch's: Dynamo traces its
// methods. The stubs name those of the standard library.
bool IsWrittenInPython(Unit& unit, Ref context) {
  if (!context.value) return false;
  if (const auto* made = unit.values.If<values::Sequence>(context))
    return made->kind == values::SequenceKind::Iterator;
  const auto* object = unit.values.If<values::Object>(context);
  if (!object) return false;
  const ClassId cls = unit.Info(object->id).cls;
  ClassId owner;
  unit.classes.ClassAttribute(cls, unit.Intern("__exit__"), &owner);
  return owner && (!unit.Info(owner).is_stub ||
                   unit.classes.ClassAttribute(cls, unit.Intern("entered_in_python")).value);
}

}  // namespace

std::optional<flow::RegionKind> BreakSkipsFrame(Unit& unit, const BreakPlace& place) {
  const auto& [file, graph, temps, block, stmt, end] = place;
  std::optional<bool> jumps_back;
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent) {
    const flow::Region& region = graph.regions[r];
    if (region.kind == flow::RegionKind::Try) return region.kind;
    if (region.kind == flow::RegionKind::With && region.context.index < temps.size() &&
        IsWrittenInPython(unit, temps[region.context.index]))
      return region.kind;
    if (region.kind != flow::RegionKind::Loop || jumps_back) continue;
    const bool while_test = stmt && file.tree()[stmt].header == region.span &&
                            std::holds_alternative<syntax::While>(file.tree()[stmt].node);
    if (!while_test) jumps_back = !ReturnFollows(graph, r, end);
  }
  if (!jumps_back.value_or(false)) return std::nullopt;
  return flow::RegionKind::Loop;
}

bool ResumesBehind(const flow::Inst& inst) {
  using syntax::CompareOp;
  if (const auto* compare = std::get_if<flow::Compare>(&inst.node))
    return compare->op != CompareOp::In && compare->op != CompareOp::NotIn;
  return std::holds_alternative<flow::Call>(inst.node) ||
         std::holds_alternative<flow::GetItem>(inst.node) ||
         std::holds_alternative<flow::SetItem>(inst.node) ||
         std::holds_alternative<flow::SetAttr>(inst.node);
}

bool InComprehension(const flow::Graph& graph, flow::BlockId block) {
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent)
    if (graph.regions[r].kind == flow::RegionKind::Comprehension) return true;
  return false;
}

BreakPoints::BreakPoints(Unit& unit) : Part(unit) {
  const auto& contexts = unit.summaries.contexts();
  points_.resize(contexts.size());
  certain_.resize(contexts.size());
  dominance_.resize(contexts.size());
  callers_.resize(contexts.size());
  std::vector<ContextId> changed;
  for (std::uint32_t i = 0; i < contexts.size(); ++i) {
    if (!contexts[i]->linked) continue;
    for (const CallEdge& call : contexts[i]->callees)
      if (IsFollowed(call)) callers_[call.callee.index].emplace_back(ContextId(i), &call);
    AddOwn(ContextId(i));
    Settle(ContextId(i), changed);
  }
  const auto tell_callers = [&] {
    while (!changed.empty()) {
      const ContextId callee = changed.back();
      changed.pop_back();
      for (const auto& [caller, call] : callers_[callee.index]) {
        AddCall(caller, *call);
        Settle(caller, changed);
      }
    }
  };
  tell_callers();
  // Which values are inputs of a graph is known once the other breaks are.
  for (std::uint32_t i = 0; i < contexts.size(); ++i) {
    SettleMade(ContextId(i), changed);
    tell_callers();
  }
  for (std::uint32_t i = 0; i < contexts.size(); ++i)
    if (contexts[i]->linked) SettleKept(ContextId(i));
}

// Whether the callee is traced with its caller, as soon as it is called.
bool BreakPoints::IsFollowed(const CallEdge& call) const {
  const Context& callee = unit_.Info(call.callee);
  return callee.linked && callee.mode.compiled && !callee.mode.fullgraph && !call.entry &&
         (!GraphOf(call.callee).is_generator || call.with == CallEdge::With::Enters);
}

// What is an input of the graph may be read without a break, which shows only later.
bool BreakPoints::Propagates(const BreakPoint& point) const {
  return point.at_call || !observed::InputSuffices(point.cause->what);
}

namespace {
// A break of the context itself; its cause is left open.
BreakPoint PointAt(std::uint32_t block, const Observation& o) {
  return {flow::BlockId(block),
          o.location.span,
          o.statement,
          o.skips_frame,
          o.within == flow::RegionKind::Loop || o.cannot_resume,
          o.within};
}
}  // namespace

void BreakPoints::AddOwn(ContextId context) {
  auto& blocks = unit_.Info(context).observations;
  for (std::uint32_t b = 0; b < blocks.size(); ++b)
    for (Observation& o : blocks[b])
      if (IsFirmBreak(o)) {
        points_[context.index].push_back(PointAt(b, o));
        points_[context.index].back().cause = &o;
        points_[context.index].back().ends_compiling = o.ends_compiling;
      }
}

void BreakPoints::AddCall(ContextId caller, const CallEdge& call) {
  std::optional<BreakPoint> point = PointOf(caller, call);
  if (!point) return;
  point->cause = certain_[call.callee.index];
  if (point->cause && point->cause->Unwinds()) point->skips_frame = point->since_resumed = true;
  points_[caller.index].push_back(*point);
}

// Where the caller breaks if the callee does; its cause is left open.
std::optional<BreakPoint> BreakPoints::PointOf(ContextId caller, const CallEdge& call) {
  const CallableInfo& info = unit_.Info(unit_.Info(caller).callable);
  if (call.file != info.file) return std::nullopt;
  const std::optional<Place> place =
      call.with == CallEdge::With::No ? PlaceOf(caller, call.span) : PlaceOfWith(caller, call);
  if (!place) return std::nullopt;
  const flow::Inst& inst = *place->inst;
  const flow::Graph& graph = GraphOf(caller);
  const auto within = BreakSkipsFrame(
      unit_, {*info.file, graph, unit_.Info(caller).temps, place->block, inst.stmt, inst.span.end});
  const Span statement = inst.stmt ? info.file->tree()[inst.stmt].header : inst.span;
  const bool with = call.with != CallEdge::With::No;
  // A comprehension is a call, whatever breaks in it.
  // Python calls a constructor anew, whose frame Dynamo leaves to Python (GB0119).
  const bool resumes = (with || InComprehension(graph, place->block) || ResumesBehind(inst)) &&
                       !IsModuleInit(unit_, info);
  BreakPoint point = {place->block,
                      inst.span,
                      statement,
                      within.has_value() || with || !resumes,
                      within == flow::RegionKind::Loop || !resumes,
                      within,
                      nullptr,
                      true};
  if (call.with != CallEdge::With::Leaves || !inst.stmt) return point;
  CallEdge entering = call;
  entering.with = CallEdge::With::Enters;
  const std::optional<Place> entered = PlaceOfWith(caller, entering);
  const std::uint32_t end = info.file->tree()[inst.stmt].span.end;
  point.statement = {end, end};
  if (entered) point.leaves_from = entered->block;
  return point;
}

// Whether a break stands in what the context comes to, on whatever condition.
bool BreakPoints::MayBreak(ContextId context) {
  if (!may_break_.empty()) return may_break_[context.index];
  const auto& contexts = unit_.summaries.contexts();
  may_break_.resize(contexts.size());
  std::vector<ContextId> reached;
  const auto add = [&](ContextId id) {
    if (!may_break_[id.index]) reached.push_back(id);
    may_break_[id.index] = true;
  };
  for (std::uint32_t i = 0; i < contexts.size(); ++i) {
    const auto& blocks = contexts[i]->observations;
    const auto breaks = [](const std::vector<Observation>& block) {
      return std::any_of(block.begin(), block.end(), IsPossibleBreak);
    };
    if (contexts[i]->linked && std::any_of(blocks.begin(), blocks.end(), breaks)) add(ContextId(i));
  }
  while (!reached.empty()) {
    const ContextId callee = reached.back();
    reached.pop_back();
    for (const auto& [caller, call] : callers_[callee.index]) add(caller);
  }
  return may_break_[context.index];
}

const std::vector<BreakPoint>& BreakPoints::PossibleIn(ContextId context) {
  const auto [at, added] = possible_.try_emplace(context.index);
  std::vector<BreakPoint>& points = at->second;
  if (!added) return points;
  const Context& of = unit_.Info(context);
  for (std::uint32_t b = 0; b < of.observations.size(); ++b)
    for (const Observation& o : of.observations[b])
      if (IsPossibleBreak(o) && !IsFirmBreak(o)) points.push_back(PointAt(b, o));
  for (const CallEdge& call : of.callees)
    if (IsFollowed(call) && !certain_[call.callee.index] && MayBreak(call.callee))
      if (const std::optional<BreakPoint> point = PointOf(context, call)) points.push_back(*point);
  return points;
}

// A context that is now known to break is told to its callers, once.
template <class Breaks>
void BreakPoints::SettleBy(ContextId context, std::vector<ContextId>& changed, Breaks breaks) {
  if (certain_[context.index]) return;
  for (const BreakPoint& point : points_[context.index])
    if (breaks(point) && IsReached(context, point.block, {})) {
      certain_[context.index] = point.cause;
      changed.push_back(context);
      return;
    }
}

void BreakPoints::Settle(ContextId context, std::vector<ContextId>& changed) {
  SettleBy(context, changed, [&](const BreakPoint& point) { return Propagates(point); });
}

// What is no break on an input of the graph is one where the graph has made the value itself: as
// far as is certain, with nothing in between that breaks.
void BreakPoints::SettleMade(ContextId context, std::vector<ContextId>& changed) {
  const std::vector<BreakPoint>& points = points_[context.index];
  const auto is_made = [&](const BreakPoint& point) {
    if (Propagates(point)) return false;
    const std::optional<Span> made = unit_.recorder.MadeInGraph(context, *point.cause, *this);
    return made && std::none_of(points.begin(), points.end(), [&](const BreakPoint& other) {
             return other.statement.begin >= made->begin &&
                    other.statement.begin < point.statement.begin;
           });
  };
  SettleBy(context, changed, is_made);
}

const flow::Graph& BreakPoints::GraphOf(ContextId context) const {
  const CallableInfo& info = unit_.Info(unit_.Info(context).callable);
  return info.file->Function(info.function);
}

const flow::Dominance& BreakPoints::DominanceOf(ContextId context) const {
  auto& dominance = dominance_[context.index];
  if (!dominance) dominance = std::make_unique<flow::Dominance>(GraphOf(context));
  return *dominance;
}

// The side that this context certainly takes of the branch that ends a block; None id: of either.
flow::BlockId BreakPoints::TakenSide(ContextId context, const flow::Branch& branch) const {
  const std::vector<Ref>& temps = unit_.Info(context).temps;
  const std::size_t tested = branch.condition.index;
  if (tested >= temps.size() || !temps[tested].value) return {};
  const std::optional<bool> truth = unit_.operations.KnownTruth(temps[tested]);
  if (!truth) return {};
  return *truth ? branch.if_true : branch.if_false;
}

// Whether this context may come to a `return` without having been in `block`. As in
// flow/dominance.h a `for` loop is left from the end of its body. What may raise is taken not to,
// wherever the block that it is in ends; a `raise` does.
bool BreakPoints::MayPassBy(ContextId context, flow::BlockId block) const {
  const flow::Graph& graph = GraphOf(context);
  std::vector<std::uint32_t> rank(graph.blocks.size());
  for (std::uint32_t i = 0; i < graph.order.size(); ++i) rank[graph.order[i].index] = i;
  std::vector<bool> seen(graph.blocks.size());
  std::vector<flow::BlockId> open = {graph.order.front()};
  while (!open.empty()) {
    const flow::BlockId at = open.back();
    open.pop_back();
    if (at == block || seen[at.index]) continue;
    seen[at.index] = true;
    const flow::Block& here = graph.blocks[at];
    if (std::holds_alternative<flow::Return>(here.terminator.node)) return true;
    const bool raises = std::holds_alternative<flow::Raise>(here.terminator.node);
    if (here.handler && raises) open.push_back(here.handler);
    const auto* branch = std::get_if<flow::Branch>(&here.terminator.node);
    const auto* loop = std::get_if<flow::ForIter>(&here.terminator.node);
    const flow::BlockId taken = branch ? TakenSide(context, *branch) : flow::BlockId();
    flow::ForEachTarget(here.terminator.node, [&](flow::BlockId to) {
      if ((taken && to != taken) || (loop && to == loop->exit && to != loop->body)) return;
      open.push_back(to);
      const auto* around = std::get_if<flow::ForIter>(&graph.blocks[to].terminator.node);
      if (around && rank[to.index] <= rank[at.index]) open.push_back(around->exit);
    });
  }
  return false;
}

bool BreakPoints::IsReached(ContextId context, flow::BlockId block, flow::BlockId place) const {
  return (place && DominanceOf(context).Dominates(block, place)) || !MayPassBy(context, block);
}

bool BreakPoints::BreaksBefore(ContextId context, std::uint32_t begin,
                               const BreakPoint& point) const {
  const auto comes_first = [&](const BreakPoint& other) {
    if (&other == &point) return false;
    if (other.statement.begin != point.statement.begin)
      return (other.statement.begin > begin || other.span.begin == begin) &&
             other.statement.begin < point.statement.begin;
    const bool operand = point.span.Contains(other.span) && point.span != other.span;
    return other.span.begin == begin && (operand || other.span.end <= point.span.begin);
  };
  const std::vector<BreakPoint>& points = points_[context.index];
  return std::any_of(points.begin(), points.end(), comes_first);
}

bool BreakPoints::ResumesBetween(ContextId context, std::uint32_t from, std::uint32_t to) const {
  return std::any_of(
      points_[context.index].begin(), points_[context.index].end(), [&](const BreakPoint& point) {
        return !point.skips_frame && point.statement.begin > from && point.statement.begin < to;
      });
}

// Whether the graph has an operation since the frame was last resumed, before the statement of the
// point.
bool BreakPoints::HasGraphBefore(ContextId context, const BreakPoint& point) const {
  std::uint32_t resumed = 0;
  for (const BreakPoint& other : points_[context.index])
    if (!other.skips_frame && other.statement.begin < point.statement.begin)
      resumed = std::max(resumed, other.span.end);
  int left = 256;
  return unit_.recorder.Computes(context, Span{resumed, point.statement.begin}, left);
}

std::optional<BreakPoints::Place> BreakPoints::PlaceOf(ContextId context, Span span) {
  const auto key = [](Span of) { return std::uint64_t{of.begin} << 32 | of.end; };
  const auto [at, added] = places_.try_emplace(context.index);
  if (added) {
    const flow::Graph& graph = GraphOf(context);
    for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
      for (const flow::Inst& inst : graph.blocks[flow::BlockId(b)].insts) {
        // What takes the result, such as an iteration, may have the same span.
        Place& there = at->second[key(inst.span)];
        if (!there.inst || !ResumesBehind(*there.inst)) there = {flow::BlockId(b), &inst};
      }
  }
  const auto found = at->second.find(key(span));
  if (found == at->second.end()) return std::nullopt;
  return found->second;
}

// The instructions of a `with` all have the span of the context manager.
std::optional<BreakPoints::Place> BreakPoints::PlaceOfWith(ContextId context,
                                                           const CallEdge& call) {
  const flow::Graph& graph = GraphOf(context);
  for (flow::BlockId block : graph.order)
    for (const flow::Inst& inst : graph.blocks[block].insts) {
      if (inst.span != call.span) continue;
      const auto* leaves = std::get_if<flow::ExitWith>(&inst.node);
      const bool enters = std::holds_alternative<flow::EnterWith>(inst.node) ||
                          std::holds_alternative<flow::Call>(inst.node);
      if (call.with == CallEdge::With::Leaves ? leaves && !leaves->exceptional : enters)
        return Place{block, &inst};
    }
  return std::nullopt;
}

}  // namespace graphmend::infer
