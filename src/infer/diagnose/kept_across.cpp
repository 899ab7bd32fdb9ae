// What is kept across a break.
//
// Where a call breaks inside of its callee, or while its arguments are computed, Dynamo ends the
// graph before it and puts the callee and the arguments onto the stack for Python to call, next to
// the variables that are read behind it. What came into the graph, or was made before an earlier
// break, it can fetch again, and containers and plain instances it can rebuild.
//
//   methods      One of an instance that this graph has made it cannot rebuild: a break of its own
//                at the call (GB0092), from where the frame runs uncompiled. What the graph has
//                computed since it was last resumed, up to that statement, is compiled; where that
//                is nothing, Python runs all of it.
//   iterators    Nor can it the iterator of a dict or a set, which a comprehension takes as its
//                argument before Python 3.12 (GB0092). A generator that has begun has changed what
//                it iterates over, which cannot be written back (GB8335, GB0091).
//   sparse       Nor a sparse tensor that a variable holds and that is read behind the break
//                (GB0015): the call that made it has broken already, and the frame that was
//                resumed there cannot take it any further.
//   of tensors   A method of a tensor is rebuilt, but behind the break it is an object of Python,
//                whose call is not traced (GB0007). A frame that sees no tensor is not compiled.
//
// The calls are observed wherever they stand and dropped where nothing breaks in them. Measured on
// torch 2.13: `tests/cases/kept_values.md`.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "dataflow/liveness.h"
#include "infer/diagnose/break_points.h"
#include "infer/diagnose/comprehensions.h"
#include "infer/diagnose/frame_tensors.h"
#include "infer/diagnose/kept_values.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using Form = observed::SkippedCall::Form;

// The outermost comprehension that the block is in; null: in none.
const flow::Region* ComprehensionOf(const flow::Graph& graph, flow::BlockId block) {
  const flow::Region* outermost = nullptr;
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent)
    if (graph.regions[r].kind == flow::RegionKind::Comprehension) outermost = &graph.regions[r];
  return outermost;
}

}  // namespace

// Of the points of a context: which of them make something come up, and skip the frame.
class KeptAcross {
 public:
  KeptAcross(BreakPoints& breaks, Unit& unit, ContextId context)
      : breaks_(breaks),
        unit_(unit),
        context_(context),
        points_(breaks.points_[context.index]),
        graph_(breaks.GraphOf(context)),
        file_(*unit.Info(unit.Info(context).callable).file),
        kept_{unit, file_, graph_, unit.Info(context).temps} {}

  void Settle() {
    const auto resumes = [](const BreakPoint& p) { return !p.skips_frame; };
    if (std::none_of(points_.begin(), points_.end(), resumes)) return;
    for (auto& block : unit_.Info(context_).observations)
      for (Observation& o : block)
        if (o.only == Observation::Only::WhereCallBreaks) waiting_.push_back(&o);
    for (BreakPoint& point : points_)
      if (!point.skips_frame && InComprehension(graph_, point.block)) LoseIterator(point);
    LoseMethods();
    for (const Observation* o : waiting_)
      if (FormOf(*o) == Form::KeptGenerator) LoseBegun(*o);
    for (Observation* o : waiting_)
      if (FormOf(*o) == Form::KeptTensorMethod) LoseTensorMethod(*o);
  }

 private:
  struct Keeper {
    BreakPoints::Place place;
    flow::TempId maker;       // None: a sparse tensor
    std::uint32_t since = 0;  // a call: where the operand has been computed
  };

  static Form FormOf(const Observation& o) { return std::get<observed::SkippedCall>(o.what).form; }
  Iterated IteratedBy(Span comprehension);
  Observation* Waiting(Form form, Span around, bool exactly) const;
  void LoseIterator(BreakPoint& point);
  void LoseBegun(const Observation& call);
  void LoseMethods();
  void LoseOperand(const Keeper& keeper);
  void LoseVariable(const Keeper& keeper);
  bool HoldsStill(const Keeper& keeper, const BreakPoints::Place& place) const;
  void LoseTensorMethod(Observation& call);
  bool MadeSinceResumed(flow::TempId maker, const BreakPoint& point) const;
  void ComeUp(Observation* waiting, BreakPoint& point);

  BreakPoints& breaks_;
  Unit& unit_;
  ContextId context_;
  std::vector<BreakPoint>& points_;
  const flow::Graph& graph_;
  const ParsedFile& file_;
  KeptIn kept_;
  dataflow::Liveness liveness_{graph_};
  std::vector<Observation*> waiting_;
  std::optional<std::map<std::pair<std::uint32_t, std::uint32_t>, Iterated>> iterated_;  // by span
  std::vector<int> stored_;  // how often, by slot
};

// How the comprehension with this span iterates.
Iterated KeptAcross::IteratedBy(Span comprehension) {
  if (!iterated_) {
    iterated_.emplace();
    for (flow::BlockId block : graph_.order) {
      const auto& insts = graph_.blocks[block].insts;
      const Iterated iterated = insts.empty() ? Iterated() : IteratedIn(graph_.blocks[block]);
      if (!iterated.iterator) continue;
      const Span span = insts.back().span;
      iterated_->try_emplace({span.begin, span.end}, iterated);
    }
  }
  const auto found = iterated_->find({comprehension.begin, comprehension.end});
  return found == iterated_->end() ? Iterated() : found->second;
}

// The one that waits at the expression with this span, or, not `exactly`, at the innermost around
// it; null: there is none.
Observation* KeptAcross::Waiting(Form form, Span around, bool exactly) const {
  Observation* found = nullptr;
  for (Observation* o : waiting_) {
    if (FormOf(*o) != form || o->only != Observation::Only::WhereCallBreaks) continue;
    const Span span = o->location.span;
    if (exactly ? span != around : !span.Contains(around)) continue;
    if (!found || found->location.span.Contains(span)) found = o;
  }
  return found;
}

// It comes up, with the break at `point`, behind which the frame does not resume.
void KeptAcross::ComeUp(Observation* waiting, BreakPoint& point) {
  point.skips_frame = point.since_resumed = true;
  if (!point.at_call) point.cause->skips_frame = true;
  if (!waiting) return;
  waiting->only = Observation::Only::Always;
  waiting->skips_frame = true;
}

void KeptAcross::LoseIterator(BreakPoint& point) {
  const flow::Region* around = ComprehensionOf(graph_, point.block);
  const Iterated iterated = around ? IteratedBy(around->span) : Iterated();
  if (!iterated.iterator) return;
  if (iterated.generator) {
    ComeUp(Waiting(Form::KeptGenerator, around->span, false), point);
    return;
  }
  if (!unit_.options.MayBeOldPython()) return;
  const IteratorAcross across = AcrossBreak(kept_, iterated.iterator->iterable);
  if (across == IteratorAcross::IsRebuilt) return;
  ComeUp(Waiting(Form::KeptIterator, around->span, true), point);
}

// What tests each thing that a generator gives, as `any` does, may break itself.
void KeptAcross::LoseBegun(const Observation& call) {
  const auto place = breaks_.PlaceOf(context_, call.location.span);
  const auto* of = place ? std::get_if<flow::Call>(&place->inst->node) : nullptr;
  const flow::Inst* generator = of ? GeneratorIn(graph_, *of) : nullptr;
  if (!generator) return;
  const auto [block, index] = graph_.defined_at[generator->result.index];
  const Iterated iterated = IteratedIn(graph_.blocks[block]);
  if (!iterated.iterator || !ChangesIterator(kept_, iterated.iterator->iterable)) return;
  for (BreakPoint& point : points_)
    if (!point.skips_frame && !point.at_call && point.span == call.location.span)
      ComeUp(nullptr, point);
}

// Whether the frame has not been resumed since the instruction made its result. A call that breaks
// itself is made by Python.
bool KeptAcross::MadeSinceResumed(flow::TempId maker, const BreakPoint& point) const {
  const flow::Inst& made = graph_.Definition(maker);
  const Span since = made.stmt ? file_.tree()[made.stmt].header : made.span;
  const auto makes = [&](const BreakPoint& p) { return p.at_call && p.span == made.span; };
  return std::none_of(points_.begin(), points_.end(), makes) &&
         !breaks_.ResumesBetween(context_, since.begin, point.statement.begin);
}

void KeptAcross::LoseMethods() {
  constexpr std::size_t kMostVariables = 64;
  std::vector<Keeper> stores;
  stored_.resize(graph_.slots.size());
  for (flow::BlockId block : graph_.order)
    for (const flow::Inst& inst : graph_.blocks[block].insts) {
      if (const auto* store = std::get_if<flow::Store>(&inst.node)) {
        ++stored_[store->slot];
        const Ref value = kept_.Value(store->value);
        const flow::TempId lost = kept_.IsLostAt(store->value) ? store->value : flow::TempId();
        const flow::TempId maker = lost ? lost : kept_.MakerOf(value);
        if (maker || IsSparseTensor(unit_, value)) stores.push_back({{block, &inst}, maker});
      }
      if (const auto* call = std::get_if<flow::Call>(&inst.node))
        if (const auto [operand, maker] = kept_.OperandOf(*call); maker)
          LoseOperand({{block, &inst}, maker, graph_.Definition(operand).span.end});
    }
  if (stores.size() > kMostVariables) return;
  for (const Keeper& keeper : stores) LoseVariable(keeper);
}

// What a call takes is on the stack when it breaks, or when an argument that follows does.
void KeptAcross::LoseOperand(const Keeper& keeper) {
  const Span call = keeper.place.inst->span;
  for (BreakPoint& point : points_) {
    if (point.skips_frame || point.block != keeper.place.block) continue;
    const bool in_argument = point.span.begin >= keeper.since && point.span.end < call.end;
    if (point.span != call && !in_argument) continue;
    if (!MadeSinceResumed(keeper.maker, point)) continue;
    Observation* waiting = point.at_call ? Waiting(Form::KeptMethod, call, true) : nullptr;
    ComeUp(waiting, point);
    if (waiting && in_argument) waiting->location.span = point.span;
    return;
  }
}

// Whether what is stored is in the variable at the place, whatever way leads there.
bool KeptAcross::HoldsStill(const Keeper& keeper, const BreakPoints::Place& place) const {
  const flow::Slot slot = std::get<flow::Store>(keeper.place.inst->node).slot;
  if (place.block != keeper.place.block)
    return stored_[slot] == 1 &&
           breaks_.DominanceOf(context_).Dominates(keeper.place.block, place.block);
  const auto stores_again = [&](const flow::Inst& inst) {
    const auto* store = std::get_if<flow::Store>(&inst.node);
    return store && store->slot == slot;
  };
  return keeper.place.inst < place.inst &&
         std::none_of(keeper.place.inst + 1, place.inst, stores_again);
}

// A variable that is read behind the break.
void KeptAcross::LoseVariable(const Keeper& keeper) {
  const flow::Slot slot = std::get<flow::Store>(keeper.place.inst->node).slot;
  const Form form = keeper.maker ? Form::KeptMethod : Form::KeptSparse;
  for (BreakPoint& point : points_) {
    if (point.skips_frame || InComprehension(graph_, point.block)) continue;
    const auto place = breaks_.PlaceOf(context_, point.span);
    if (!place || !HoldsStill(keeper, *place)) continue;
    const auto index = place->inst - graph_.blocks[place->block].insts.data();
    if (!liveness_.After(place->block, static_cast<std::size_t>(index), slot)) continue;
    if (!keeper.maker || MadeSinceResumed(keeper.maker, point))
      ComeUp(point.at_call ? Waiting(form, point.span, true) : nullptr, point);
  }
}

// What breaks in an argument is said where it is; behind it, the method is called in Python. Next
// to the method, the frame there sees what the call in the argument gives, and what was computed
// before.
void KeptAcross::LoseTensorMethod(Observation& call) {
  const auto place = breaks_.PlaceOf(context_, call.location.span);
  const auto* of = place ? std::get_if<flow::Call>(&place->inst->node) : nullptr;
  if (!of) return;
  const std::uint32_t since = graph_.Definition(of->callee).span.end;
  const auto loses = [&](const BreakPoint& point) {
    if (!point.at_call || point.skips_frame || point.block != place->block ||
        point.span.begin < since || point.span.end >= call.location.span.end)
      return false;
    const auto given = breaks_.PlaceOf(context_, point.span);
    const auto before = [&](const flow::CallArg& a) {
      return graph_.Definition(a.value).span.end <= point.span.begin &&
             HasTensor(unit_, kept_.Value(a.value));
    };
    return std::get<observed::SkippedCall>(call.what).sees_tensor ||
           (given && HasTensor(unit_, kept_.Value(given->inst->result))) ||
           std::any_of(of->args.begin(), of->args.end(), before);
  };
  if (std::any_of(points_.begin(), points_.end(), loses)) call.only = Observation::Only::Always;
}

void BreakPoints::SettleKept(ContextId context) {
  KeptAcross(*this, unit_, context).Settle();
  for (BreakPoint& point : points_[context.index])
    if (point.since_resumed && point.within != flow::RegionKind::Loop)
      point.keeps_graph =
          !(point.cause && point.cause->Unwinds()) && HasGraphBefore(context, point);
}

}  // namespace graphmend::infer
