#include "infer/interpret/frame.h"

#include <algorithm>

#include "base/check.h"
#include "infer/interpret/narrow.h"
#include "infer/trace.h"

namespace graphmend::infer {

using flow::BlockId;
using flow::PlaceId;
using flow::TempId;

Frame::Frame(Unit& unit, const ParsedFile& file, const flow::Graph& graph, ContextId context,
             CellsId cells, ClassId owner, Mode mode)
    : unit_(unit),
      file_(file),
      graph_(graph),
      context_(context),
      cells_(cells),
      owner_(owner),
      called_in_(mode),
      mode_(mode) {
  result_ = yielded_ = unit_.Bottom();
}

Ref Frame::Run(std::vector<Ref> arguments) {
  std::size_t n = graph_.blocks.size();
  rank_.assign(n, 0);
  for (std::uint32_t i = 0; i < graph_.order.size(); ++i) rank_[graph_.order[i].index] = i;
  Environment entry;
  entry.reached = true;
  entry.slots = Slots(arguments, graph_.slots.size());
  for (flow::Slot s = 0; s < graph_.param_count; ++s) CaptureSlot(s, entry.slots[s]);
  in_.assign(n, {});
  visits_.assign(n, 0);
  queued_.assign(n, false);
  temps_.assign(graph_.temp_count, Ref{});
  Flow(BlockId(0), entry);
  Work();
  return result_;
}

// Visits the blocks that are queued until none is left.
void Frame::Work() {
  while (!worklist_.empty()) {
    std::pop_heap(worklist_.begin(), worklist_.end(), std::greater<>());
    BlockId block = graph_.order[worklist_.back()];
    worklist_.pop_back();
    queued_[block.index] = false;
    if (unit_.budget.IsUsedUp()) break;
    Visit(block);
  }
  if (unit_.budget.IsUsedUp()) GiveUp();
}

// What the rest would have given is not known.
void Frame::GiveUp() {
  const Ref unknown = unit_.UnknownRef(Why::Budget);
  unit_.values.JoinInto(result_, unknown);
  unit_.values.JoinInto(yielded_, unknown);
  returns_ = true;
  unit_.holes.NotFollowed(HoleKind::Budget, Site{&file_, NameSpan(), {}, {}, this});
}

// Where the function says its name; a lambda has none.
Span Frame::NameSpan() const {
  if (!graph_.function) return {};
  const syntax::Function& function = file_.tree()[graph_.function];
  return function.name_span;
}

// Joins `from` into the entry of `to`; queues it when something changed.
void Frame::Flow(BlockId to, const Environment& from) {
  Environment& in = in_[to.index];
  // Facts are copied, and loops in loops bring all their variables along each time.
  unit_.budget.Spend(from.facts.size() / kSlotsOfStep);
  if (!in.reached) {
    in = from;
    return Queue(to);
  }
  unit_.budget.Spend(from.slots.size() / kSlotsOfStep);
  const bool widens = visits_[to.index] > kFreeVisits;
  bool changed = false;
  auto join = [&](Ref& into, Ref other) {
    if (!widens) return unit_.values.JoinInto(into, other);
    if (!other.value || into.value == other.value) return false;
    if (!into.value) return into = other, true;
    const Values::Widened widened = unit_.values.Widen(into, other);
    into = widened.value;
    return widened.effect == values::Effect::Changed;
  };
  changed |= in.slots.JoinWith(from.slots, join);
  // A fact holds after a join only where it held on both sides.
  auto other = from.facts.begin();
  std::erase_if(in.facts, [&](auto& fact) {
    while (other != from.facts.end() && other->first.index < fact.first.index) ++other;
    if (other == from.facts.end() || other->first != fact.first) {
      changed = true;
      return true;
    }
    changed |= join(fact.second, other->second);
    return false;
  });
  for (const auto& named : from.names) {
    auto known = std::find_if(in.names.begin(), in.names.end(),
                              [&](const auto& entry) { return entry.first == named.first; });
    if (known != in.names.end()) changed |= join(known->second, named.second);
    else in.names.push_back(named), changed = true;
  }
  changed |=
      in.heap.JoinWith(from.heap, unit_.values, widens ? Heap::Merge::Widen : Heap::Merge::Join);
  if (changed) Queue(to);
}

void Frame::Queue(BlockId block) {
  if (queued_[block.index]) return;
  queued_[block.index] = true;
  worklist_.push_back(rank_[block.index]);
  std::push_heap(worklist_.begin(), worklist_.end(), std::greater<>());
}

// Temps are not part of the environment: blocks that use a changed one must look again.
void Frame::QueueUsers(TempId temp) {
  const auto& uses = graph_.used_elsewhere;
  auto use = std::lower_bound(uses.begin(), uses.end(), temp,
                              [](const auto& u, TempId t) { return u.first.index < t.index; });
  for (; use != uses.end() && use->first == temp; ++use)
    if (in_[use->second.index].reached) Queue(use->second);
}

// What is executed now is in this block: flags hold that the `with`s around it patch.
void Frame::EnterBlock(BlockId id) {
  block_ = id;
  if (!called_in_.compiled || !unit_.flags.AnyWithin()) return;
  mode_ = called_in_;
  for (flow::RegionId at = graph_.blocks[id].region; at; at = graph_.regions[at].parent) {
    const flow::Region& region = graph_.regions[at];
    if (region.kind == flow::RegionKind::With)
      mode_.flags =
          Join(mode_.flags, unit_.flags.Within(file_, graph_.Definition(region.context).expr));
  }
}

void Frame::Visit(BlockId id) {
  const flow::Block& block = graph_.blocks[id];
  EnterBlock(id);
  now_ = in_[id.index];
  dead_ = false;
  ++visits_[id.index];
  if (context_)
    std::erase_if(unit_.Info(context_).holes,
                  [id](const ContextHole& hole) { return hole.block == id; });
  for (const flow::Inst& inst : block.insts) {
    inst_ = &inst;
    if (!unit_.budget.Step()) return;
    if (unit_.options.trace) TraceReached(inst.span);
    Execute(inst);
    ObserveRead(inst);
    if (block.handler && MayRaise(inst)) RaiseTo(block.handler);
    if (dead_) return;
  }
  inst_ = nullptr;
  if (!mode_.compiled) unit_.budget.StepOutside(block.insts.size());
  if (block.handler && std::holds_alternative<flow::Raise>(block.terminator.node))
    RaiseTo(block.handler);
  TraceReached(block.terminator.span);
  Finish(block.terminator);
}

void Frame::TraceReached(source::Span span) {
  if (unit_.options.trace && mode_.compiled)
    unit_.options.trace->reached[file_.id().index].insert(span.begin);
}

// Whether the instruction can raise as far as is known: what resolves and is constant cannot.
bool Frame::MayRaise(const flow::Inst& inst) {
  auto unknown = [&] {
    return !inst.result || !temps_[inst.result.index].value ||
           unit_.values.If<values::Unknown>(temps_[inst.result.index]);
  };
  return base::Match(
      inst.node,
      [&](const flow::Call& c) {
        Ref callee = TempValue(c.callee);
        const auto* f = callee.value ? unit_.values.If<values::Function>(callee) : nullptr;
        if (!f || !unit_.Info(f->id).is_stub) return true;
        const models::StubFunction& about = unit_.callables.Stub(f->id);
        using models::Transfer;
        return !about.constant && about.transfer != Transfer::isinstance &&
               about.transfer != Transfer::hasattr && about.transfer != Transfer::callable;
      },
      [&](const flow::Import&) { return unknown(); },
      [&](const flow::GetAttr&) { return unknown(); }, [&](const flow::LoadName&) { return false; },
      [&](const flow::Load&) { return false; }, [&](const flow::Const&) { return false; },
      [&](const flow::Store&) { return false; }, [&](const flow::StoreName&) { return false; },
      [&](const flow::MakeFunction&) { return false; }, [&](const flow::Build&) { return false; },
      [&](const flow::Compare&) { return unknown(); }, [](const flow::Delete&) { return true; },
      [](const flow::SetAttr&) { return true; }, [](const flow::DelAttr&) { return true; },
      [](const flow::GetItem&) { return true; }, [](const flow::SetItem&) { return true; },
      [](const flow::DelItem&) { return true; }, [](const flow::Unary&) { return true; },
      [](const flow::Binary&) { return true; }, [](const flow::BuildSlice&) { return true; },
      [](const flow::Append&) { return true; }, [](const flow::Format&) { return true; },
      [](const flow::GetIter&) { return true; }, [](const flow::Next&) { return true; },
      [](const flow::Unpack&) { return true; }, [](const flow::MakeClass&) { return true; },
      [](const flow::EnterWith&) { return true; }, [](const flow::ExitWith&) { return true; },
      [](const flow::CatchException&) { return true; }, [](const flow::MatchTest&) { return true; },
      [](const flow::Yield&) { return true; }, [](const flow::Await&) { return true; },
      [](const flow::Unknown&) { return true; }, [](const std::monostate&) { return true; });
}

void Frame::RaiseTo(BlockId handler) { Flow(handler, now_); }

void Frame::Set(TempId temp, Ref value) {
  if (!temp) return;
  Ref& slot = temps_[temp.index];
  if (!value.value) value = unit_.Bottom();
  // A container that this instruction makes, or gets from a library.
  if (unit_.values.HoldsBare(value.value) && inst_)
    value.value = unit_.values.Place(value.value, NewAddress(*inst_));
  const bool changed = slot.value && !unit_.values.Same(slot.value, value.value);
  // In a loop a temp climbs as a slot does, or it would never come to rest.
  if (changed && visits_[block_.index] > kFreeVisits) value = unit_.values.Widen(slot, value).value;
  slot = value;
  if (changed && !unit_.recorder.diagnosing()) QueueUsers(temp);
}

Site Frame::SiteOf(const flow::Inst& inst) {
  return Site{&file_, inst.span, inst.stmt, inst.expr, this};
}

void Frame::Finish(const flow::Terminator& terminator) {
  base::Match(
      terminator.node, [&](const flow::Jump& j) { Flow(j.target, now_); },
      [&](const flow::Branch& b) { FinishBranch(b, terminator); },
      [&](const flow::ForIter& f) {
        Ref iterator = TempValue(f.iterator);
        auto items = iterator.value ? unit_.operations.ExactElements(iterator) : std::nullopt;
        if (!items || !items->empty()) Flow(f.body, now_);
        Flow(f.exit, now_);
      },
      [&](const flow::Return& r) {
        Ref value = r.value ? TempValue(r.value) : unit_.None();
        LeaveWith(value);
      },
      [](const flow::Raise&) {}, [](const flow::Unreachable&) {}, [](const std::monostate&) {});
}

// What a branch tests: truth of an object is what its class says it is.
Ref Frame::TestedValue(const flow::Branch& branch, const flow::Terminator& terminator) {
  Ref value = TempValue(branch.condition);
  if (!value.value) value = unit_.Bottom();
  // Dynamo does not ask: of an object the assertion breaks.
  if (branch.kind == flow::BranchKind::Assert) return value;
  return unit_.operations.AskedTruth(
      value, Site{&file_, terminator.span, terminator.stmt, terminator.expr, this});
}

void Frame::FinishBranch(const flow::Branch& branch, const flow::Terminator& terminator) {
  const Ref value = TestedValue(branch, terminator);
  ObserveTest(branch, terminator, value);
  Truth truth = unit_.operations.TruthOf(value);
  if (visits_[block_.index] == 1 && truth.can_be_true != truth.can_be_false)
    first_ways_[block_.index] = truth.can_be_true;
  Narrower narrower(*this);
  bool goes_on = false;
  auto take = [&](BlockId target, bool outcome) {
    scratch_ = now_;
    if (!narrower.Narrow(scratch_, branch.condition, outcome)) return;
    Flow(target, scratch_);
    goes_on = true;
  };
  if (truth.can_be_true) take(branch.if_true, true);
  if (truth.can_be_false) take(branch.if_false, false);
  if (goes_on || (!truth.can_be_true && !truth.can_be_false)) return;
  // What the test tells of its operands contradicts what it gives. No path may end by that.
  GM_CHECK(!unit_.options.checked,
           file_.source().path() + ":" +
               std::to_string(file_.source().LineOf(terminator.span.begin)) +
               ": a test leads nowhere");
  if (truth.can_be_true) Flow(branch.if_true, now_);
  if (truth.can_be_false) Flow(branch.if_false, now_);
}

bool Frame::OnlyRaises(BlockId block) const {
  constexpr int kMostHops = 64;
  for (int hops = 0; hops < kMostHops; ++hops) {
    const flow::Block& b = graph_.blocks[block];
    if (std::holds_alternative<flow::Raise>(b.terminator.node)) return true;
    const auto* jump = std::get_if<flow::Jump>(&b.terminator.node);
    if (!jump) return false;
    block = jump->target;
  }
  return false;
}

Observation* Frame::Observed(Observation observation) {
  if (!context_) return nullptr;
  auto& kept = unit_.Info(context_).observations;
  if (kept.size() <= block_.index) kept.resize(graph_.blocks.size());
  kept[block_.index].push_back(std::move(observation));
  return &kept[block_.index].back();
}

std::size_t Frame::ObservedHere() const {
  if (!context_) return 0;
  const auto& kept = unit_.Info(context_).observations;
  return kept.size() <= block_.index ? 0 : kept[block_.index].size();
}

namespace {
// What one of the operands must be for an operator to break; nothing: it is no such break.
std::optional<OpenKind> OperandKind(const Observation& o) {
  const auto* call = std::get_if<observed::SkippedCall>(&o.what);
  if (call && call->form == observed::SkippedCall::Form::Operator) return OpenKind::IsInstance;
  const auto* random = std::get_if<observed::Random>(&o.what);
  if (random && random->by.kind == OperationKind::DrawnNumber) return OpenKind::IsDrawn;
  return std::nullopt;
}
bool IsOperator(const Observation& o) { return OperandKind(o).has_value(); }
}  // namespace

std::size_t Frame::OperatorsSince(std::size_t first) const {
  if (ObservedHere() <= first) return 0;
  const auto& kept = unit_.Info(context_).observations[block_.index];
  return static_cast<std::size_t>(
      std::count_if(kept.begin() + static_cast<std::ptrdiff_t>(first), kept.end(), IsOperator));
}

void Frame::OpenOperators(std::size_t first) {
  auto& kept = unit_.Info(context_).observations[block_.index];
  for (std::size_t i = first; i < kept.size(); ++i)
    if (const auto kind = OperandKind(kept[i]))
      kept[i].conditions.push_back({*kind, observed::ByOf(kept[i].what)->name});
}

void Frame::ForAlternatives(std::vector<Ref> alternatives, const std::function<void(Ref)>& each) {
  const std::size_t first = ObservedHere();
  bool all = true;
  for (Ref r : alternatives) {
    const std::size_t before = ObservedHere();
    each(r);
    all &= ObservedHere() > before || r.value == unit_.values.none();  // None raises
  }
  if (all || ObservedHere() == first) return;
  auto& kept = unit_.Info(context_).observations[block_.index];
  for (std::size_t i = first; i < kept.size(); ++i)
    if (kept[i].conditions.empty() && IsBreak(kept[i].kind())) {
      const Operation* by = observed::ByOf(kept[i].what);
      kept[i].conditions.push_back({OpenKind::IsCalled, by ? by->name : ""});
    }
}

void Frame::Record(const flow::Inst& inst) {
  if (!unit_.reveal || unit_.reveal->file != file_.id()) return;
  TempId temp = inst.result;
  if (unit_.reveal->cursor) {
    // A target of an assignment is an expression to who reads it; a definition is none.
    if (const auto* store = std::get_if<flow::Store>(&inst.node)) temp = store->value;
    if (const auto* store = std::get_if<flow::StoreName>(&inst.node)) temp = store->value;
    if (std::holds_alternative<flow::MakeFunction>(inst.node) ||
        std::holds_alternative<flow::MakeClass>(inst.node))
      return;
  }
  if (!temp || !unit_.reveal->Takes(inst.span)) return;
  const Ref value = temps_[temp.index];
  if (!value.value) return;
  const auto* tensor = unit_.values.If<values::Tensor>(value);
  unit_.reveal->out->push_back(
      {{{&file_.source(), inst.span},
        unit_.values.Print(value.value, unit_),
        unit_.recorder.ReasonChain(value.origin)},
       unit_.values.If<values::Unknown>(value) || unit_.values.If<values::Param>(value),
       tensor ? std::optional(*tensor) : std::nullopt});
}

}  // namespace graphmend::infer
