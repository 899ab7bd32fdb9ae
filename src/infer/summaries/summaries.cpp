// Summaries of callables: one for each callable, mode and tuple of abstract arguments, interpreted
// when it is first asked for and again when what it read has changed.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "infer/calls/rewrapping.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

// Outside of compiled code the instances that a method is called on count apart, and decorators and
// constructors get another function or class each time.
ContextBudget Summaries::BudgetOf(CallableId callable, const std::vector<Ref>& arguments,
                                  Mode mode) const {
  ContextBudget budget{std::uint64_t{callable.index} << 1 | mode.compiled, kMaxContexts};
  if (mode.compiled) return budget;
  budget.most = kMaxContextsOfOne;
  for (Ref r : arguments)
    if (r.value && (values.If<values::Function>(r) || values.If<values::Class>(r)))
      budget.most = kMaxSetupContexts;
  const bool any = !arguments.empty() && arguments[0].value;
  const auto* self = any ? values.If<values::Object>(arguments[0]) : nullptr;
  if (self) budget.counter |= std::uint64_t{self->id.index + 1} << 32;
  return budget;
}

ContextId Summaries::Interpret(CallableId callable, std::vector<Ref> arguments, Mode mode,
                               const Site& site) {
  const Symbol name = unit_.Info(callable).file->tree()[unit_.Info(callable).function].name;
  const bool constructor = name == unit_.well_known.init || name == unit_.well_known.post_init;
  if (constructor) mode.decorates = false;
  if (!mode.compiled && constructor) mode.below = 1;
  else if (!mode.compiled && mode.below > 0 && ++mode.below > kMaxBelowConstructor) return {};
  JoinRecursion(callable, arguments, site);
  if (!mode.compiled)
    for (Ref& argument : arguments)
      argument = WithoutFunctionsIn(unit_, *unit_.Info(callable).file,
                                    unit_.Info(callable).function, argument);
  std::vector<std::uint64_t> key = {callable.index, mode.Key()};
  for (Ref r : arguments) key.push_back(values.Canonical(r.value).index);
  auto known = context_table_.find(key);
  const ContextBudget budget = BudgetOf(callable, arguments, mode);
  if (known == context_table_.end() && context_counts_[budget.counter] >= budget.most) {
    // Too many different calls: one context for the join of them all.
    auto& joined = widened_[budget.counter];
    joined.resize(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      values.JoinInto(joined[i], arguments[i]);
      key[i + 2] = values.Canonical(joined[i].value).index;
    }
    arguments = joined;
    known = context_table_.find(key);
  }
  if (known == context_table_.end()) {
    if (unit_.recorder.diagnosing() || !MayFollow(callable, mode, site)) return {};
    ++context_counts_[budget.counter];
    const ContextId made = AddContext(callable, std::move(arguments), mode);
    known = context_table_.emplace(std::move(key), made.index).first;
    // Too deep for the native stack: it is computed later, and then its readers again.
    if (depth_ > kMaxDepth) {
      unit_.dependencies.Queue(unit_.Info(made).node);
    } else {
      RunContext(made);
      unit_.dependencies.Settle(unit_.Info(made).node);
    }
  }
  const ContextId id(known->second);
  const Context& context = unit_.Info(id);
  unit_.flags.Add(context.sets);
  unit_.dependencies.Read(context.node);
  Reached(id, site);
  return id;
}

// A function that calls itself with other containers each time would have a context for each level
// of what it walks through. Numbers stay: with them a recursion counts down.
void Summaries::JoinRecursion(CallableId callable, std::vector<Ref>& arguments,
                              const Site& site) const {
  const ContextId caller = site.frame ? site.frame->context() : ContextId();
  if (!caller || contexts_[caller.index]->callable != callable) return;
  const std::vector<Ref>& outer = contexts_[caller.index]->arguments;
  for (std::size_t i = 0; i < arguments.size() && i < outer.size(); ++i)
    if (arguments[i].value && outer[i].value && HoldsContainer(arguments[i].value))
      arguments[i] = values.Join(outer[i], arguments[i]);
}

bool Summaries::HoldsContainer(ValueId id) const {
  if (values.If<values::Sequence>(id) || values.If<values::Dict>(id)) return true;
  const auto* u = values.If<values::Union>(id);
  return u && std::any_of(u->alternatives.begin(), u->alternatives.end(),
                          [this](Ref r) { return HoldsContainer(r.value); });
}

bool Summaries::MayFollow(CallableId callable, Mode mode, const Site& site) {
  if (unit_.budget.IsUsedUp() || (!mode.compiled && unit_.budget.IsUsedUpOutside())) return false;
  const bool from_decorator = mode.decorates && site.frame && site.frame->mode().decorates;
  const CallableInfo& info = unit_.Info(callable);
  return !from_decorator || info.file->tree()[info.function].parent.has_value();
}

ContextId Summaries::AddContext(CallableId callable, std::vector<Ref> arguments, Mode mode) {
  const ContextId id(static_cast<std::uint32_t>(contexts_.size()));
  contexts_.push_back(std::make_unique<Context>());
  Context& context = *contexts_.back();
  const CallableInfo& info = unit_.Info(callable);
  context.node = unit_.computations.AddNode(Computation::Kind::Context, id.index);
  context.callable = callable;
  context.mode = mode;
  context.arguments = std::move(arguments);
  context.result = context.yielded = unit_.Bottom();
  context.cells = info.cells;
  if (mode.compiled) reached_.insert(info.file->id().index);
  const flow::Graph& graph = info.file->Function(info.function);
  const std::vector<bool>& captured = info.file->index()[graph.scope].captured;
  if (std::find(captured.begin(), captured.end(), true) != captured.end())
    context.cells = CellsOf(callable, mode);
  return id;
}

// In compiled code the contexts of one callable past the first few share what they capture: each
// closure is a callable of its own, with contexts that may make closures again.
CellsId Summaries::CellsOf(CallableId callable, Mode mode) {
  std::vector<CellsId>& made = cells_made_[callable.index];
  if (mode.compiled && made.size() >= kMaxCellsOfOne) return made.back();
  const CallableInfo& info = unit_.Info(callable);
  const CellsId cells = unit_.store.AddCells(info.cells, info.file->Function(info.function).scope);
  if (mode.compiled) made.push_back(cells);
  return cells;
}

namespace {
// Both are in the order in which `Frame::Wrote` keeps them.
void AddWrites(std::vector<std::pair<ObjectId, Symbol>>& writes,
               const std::vector<std::pair<ObjectId, Symbol>>& more) {
  auto order = [](const auto& a, const auto& b) {
    return std::pair(a.first.index, a.second.address()) <
           std::pair(b.first.index, b.second.address());
  };
  std::vector<std::pair<ObjectId, Symbol>> all;
  std::set_union(writes.begin(), writes.end(), more.begin(), more.end(), std::back_inserter(all),
                 order);
  writes = std::move(all);
}
}  // namespace

// The object that a constructor makes, or a method that it calls on it; None id: neither.
ObjectId Summaries::Constructs(const Context& context) const {
  const bool any = context.mode.below > 0 && !context.arguments.empty();
  const Ref self = any ? context.arguments[0] : Ref{};
  const auto* object = self.value ? values.If<values::Object>(self) : nullptr;
  return object ? object->id : ObjectId();
}

void Summaries::RunContext(ContextId id) {
  if (unit_.budget.IsUsedUp()) return GiveUp(id);
  Context& context = unit_.Info(id);
  const CallableInfo& info = unit_.Info(context.callable);
  const FlagState::Saved outer = unit_.flags.Save();
  unit_.flags.Enter(info);
  ++depth_;
  unit_.dependencies.Enter(context.node, Constructs(context));
  context.callees.clear();
  context.holes.clear();
  const auto writes = std::exchange(context.writes, {});
  Frame frame(unit_, *info.file, info.file->Function(info.function), id, context.cells, info.owner,
              context.mode);
  const Ref result = frame.Run(context.arguments);
  unit_.dependencies.Leave(context.node);
  --depth_;
  context.sets = unit_.flags.Leave(outer);
  context.observing = frame.TakeObserving();
  context.first_ways = frame.TakeFirstWays();
  // Facts are told of what is compiled and of who calls it; no constructor does.
  if (context.mode.compiled || context.mode.below == 0) context.temps = frame.TakeTemps();
  Heap heap = frame.TakeHeap();
  const int runs = context.runs++;
  bool changed = unit_.computations.Replace(context.result, result, runs);
  changed |= unit_.computations.Replace(context.yielded, frame.yielded(), runs);
  const bool returns = frame.returns() || (context.returns && runs >= Computations::kFreeRuns);
  if (runs >= Computations::kFreeRuns) AddWrites(context.writes, writes);
  changed |= context.returns != returns || context.writes != writes;
  changed |= unit_.computations.ReplaceHeap(context.heap, std::move(heap), runs);
  context.returns = returns;
  if (changed) unit_.dependencies.Changed(context.node);
}

void Summaries::Reached(ContextId id, const Site& site) {
  if (unit_.recorder.diagnosing()) return;
  const bool outer_compiled = site.frame && site.frame->mode().compiled;
  CallEdge edge{id, site.file, site.span};
  if ((site.frame && site.frame->Enters()) ||
      unit_.callables.IsContextManager(unit_.Info(id).callable))
    edge.with = CallEdge::With::Enters;
  else if (site.frame && site.frame->Leaves()) edge.with = CallEdge::With::Leaves;
  if (unit_.Info(id).mode.compiled && !outer_compiled) {
    edge.entry = unit_.entries.how();
    edge.entry_place = unit_.entries.place();
  }
  const ContextId caller = site.frame ? site.frame->context() : ContextId();
  if (caller) return unit_.Info(caller).callees.push_back(edge);
  const NodeId running = unit_.dependencies.Innermost();
  const bool in_entry = running && unit_.computations.Of(running).kind == Computation::Kind::Entry;
  (in_entry ? unit_.entries.runs()[unit_.computations.Of(running).index].roots : roots_)
      .push_back(edge);
}

std::vector<CallEdge> Summaries::Roots() const {
  std::vector<CallEdge> roots = roots_;
  for (const EntryRun& run : unit_.entries.runs())
    roots.insert(roots.end(), run.roots.begin(), run.roots.end());
  return roots;
}

void Summaries::StartFile() {
  context_counts_.clear();
  widened_.clear();
}

std::vector<CallEdge> Summaries::Starts() const {
  std::vector<CallEdge> starts = Roots();
  for (const auto& context : contexts_)
    if (!context->mode.compiled)
      starts.insert(starts.end(), context->callees.begin(), context->callees.end());
  std::erase_if(starts, [this](const CallEdge& edge) {
    return !contexts_[edge.callee.index]->mode.compiled;
  });
  return starts;
}

void Summaries::LinkCallers() {
  auto place = [this](const CallEdge& e) {
    return std::tuple(
        e.file ? std::string_view(program.Info(e.file->id()).path) : std::string_view(),
        e.span.begin, e.span.end);
  };
  auto before = [&](const CallEdge& a, const CallEdge& b) {
    if (place(a) != place(b)) return place(a) < place(b);
    if (a.entry != b.entry) return !a.entry || (b.entry && *a.entry < *b.entry);
    return a.callee.index < b.callee.index;
  };
  std::vector<CallEdge> starts = Starts();
  std::sort(starts.begin(), starts.end(), before);
  std::vector<ContextId> open;
  auto link = [&](ContextId caller, const CallEdge& edge) {
    Context& callee = unit_.Info(edge.callee);
    if (callee.linked || !callee.mode.compiled) return;
    callee.linked = true;
    callee.caller = {caller, edge.file, edge.span};
    callee.entry = edge.entry;
    open.push_back(edge.callee);
  };
  for (const CallEdge& edge : starts) link({}, edge);
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::vector<CallEdge> edges = unit_.Info(open[i]).callees;
    std::sort(edges.begin(), edges.end(), before);
    for (const CallEdge& edge : edges) link(open[i], edge);
  }
}

// The budget is used up before a computation that was due: what it would have given is not known.
void Summaries::GiveUp(ContextId id) {
  Context& context = unit_.Info(id);
  const Ref unknown = unit_.UnknownRef(Why::Budget);
  bool changed = values.JoinInto(context.result, unknown);
  changed |= values.JoinInto(context.yielded, unknown);
  changed |= !context.returns;
  context.returns = true;
  std::erase_if(context.holes, [](const ContextHole& hole) { return hole.callee.has_value(); });
  const CallableInfo& info = unit_.Info(context.callable);
  const Span name = info.file->tree()[info.function].name_span;
  if (context.mode.compiled &&
      std::none_of(context.holes.begin(), context.holes.end(),
                   [](const ContextHole& hole) { return hole.why == HoleKind::Budget; }))
    context.holes.push_back({{}, HoleKind::Budget, info.file, name, {}, {}});
  if (changed) unit_.dependencies.Changed(context.node);
}

}  // namespace graphmend::infer
