// The second pass: what is there to say of states that no longer change.
//
// While summaries are computed nothing is observed. The blocks in which something would be are kept
// with their entry states; once all has settled, those blocks alone are executed again, and what is
// observed then is what rules are told.
#include "infer/diagnose/break_points.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

void Frame::MarkObserving() {
  if (observing_.empty()) observing_.resize(graph_.blocks.size());
  observing_[block_.index] = true;
}

std::vector<std::pair<flow::BlockId, Environment>> Frame::TakeObserving() {
  std::vector<std::pair<flow::BlockId, Environment>> out;
  for (std::uint32_t b = 0; b < observing_.size(); ++b)
    if (observing_[b]) out.emplace_back(flow::BlockId(b), std::move(in_[b]));
  return out;
}

bool Frame::IsContainerOfComprehension(const flow::Inst& inst) const {
  return std::holds_alternative<flow::Build>(inst.node) && inst.expr &&
         std::holds_alternative<syntax::Comprehension>(file_.tree()[inst.expr].node);
}

void Frame::Diagnose(const Context& context) {
  temps_ = context.temps;
  first_ways_ = context.first_ways;
  if (mode_.compiled) {
    const KeptIn::Assigned assigned = Kept().AnyAssigned();
    keeps_ = assigned.made, keeps_sparse_ = assigned.sparse;
  }
  in_.resize(graph_.blocks.size());
  visits_.assign(graph_.blocks.size(), 0);
  queued_.assign(graph_.blocks.size(), false);
  for (const auto& [id, environment] : context.observing) {
    const flow::Block& block = graph_.blocks[id];
    EnterBlock(id);
    now_ = environment;
    dead_ = false;
    for (const flow::Inst& inst : block.insts) {
      inst_ = &inst;
      const std::size_t observed = ObservedHere();
      Execute(inst);
      MarkLastCompiled(inst, observed);
      // The blocks that fill a comprehension's container may not be executed again.
      if (IsContainerOfComprehension(inst))
        temps_[inst.result.index] = context.temps[inst.result.index];
      ObserveRead(inst);
      if (dead_) break;
    }
    inst_ = nullptr;
    if (dead_) continue;
    if (const auto* branch = std::get_if<flow::Branch>(&block.terminator.node))
      ObserveTest(*branch, block.terminator, TestedValue(*branch, block.terminator));
  }
}

// Of code that is not compiled, and of each context that a live entry reaches.
std::vector<Observation> Recorder::TakeObservations() {
  std::vector<Observation> out = std::move(outside_);
  BreakPoints breaks(unit_);
  // Callees, which are mostly younger, before those who take what they give.
  const auto for_each_linked = [this](auto settle) {
    for (auto i = static_cast<std::uint32_t>(unit_.summaries.contexts().size()); i-- > 0;)
      if (unit_.Info(ContextId(i)).linked) settle(ContextId(i));
  };
  for_each_linked([&](ContextId id) { SettleOwnFrames(id, breaks); });
  for_each_linked([&](ContextId id) { ApplyEarlierBreaks(id, breaks); });
  DropLeftToPython(breaks);
  for (std::uint32_t i = 0; i < unit_.summaries.contexts().size(); ++i) {
    Context& context = unit_.Info(ContextId(i));
    if (!context.linked) continue;
    std::optional<std::vector<CallStep>> callers;
    for (auto& block : context.observations)
      for (Observation& o : block) {
        if (o.dropped) continue;
        if (!callers) callers = CallersOf(ContextId(i));
        OriginId origin;
        origin.index = o.origin;
        o.reason = ReasonChain(origin);
        o.callers = *callers;
        out.push_back(std::move(o));
      }
  }
  return out;
}

void Recorder::Diagnose() {
  unit_.summaries.LinkCallers();
  diagnosing_ = true;
  for (std::uint32_t i = 0; i < unit_.summaries.contexts().size(); ++i) {
    const Context& context = *unit_.summaries.contexts()[i];
    if (!context.linked || context.observing.empty()) continue;
    const CallableInfo& info = unit_.Info(context.callable);
    Frame(unit_, *info.file, info.file->Function(info.function), ContextId(i), context.cells,
          info.owner, context.mode)
        .Diagnose(context);
  }
  diagnosing_ = false;
}

}  // namespace graphmend::infer
