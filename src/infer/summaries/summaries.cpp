// Summaries of callables: one for each callable, mode and tuple of abstract arguments, interpreted
// when it is first asked for and again when what it read has changed.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

// Outside of compiled code the instances that a method is called on count apart, and decorators and
// constructors get another function or class each time.
Unit::ContextBudget Unit::BudgetOf(CallableId callable, const std::vector<Ref>& arguments,
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

ContextId Unit::Interpret(CallableId callable, std::vector<Ref> arguments, Mode mode,
                          const Site& site) {
  const Symbol name = Info(callable).file->tree()[Info(callable).function].name;
  const bool constructor = name == names_.init || name == names_.post_init;
  if (constructor) mode.decorates = false;
  if (!mode.compiled && constructor) mode.below = 1;
  else if (!mode.compiled && mode.below > 0 && ++mode.below > kMaxBelowConstructor) return {};
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
    if (diagnosing_ || !MayFollow(callable, mode, site)) return {};
    ++context_counts_[budget.counter];
    const ContextId made = AddContext(callable, std::move(arguments), mode);
    known = context_table_.emplace(std::move(key), made.index).first;
    // Too deep for the native stack: it is computed later, and then its readers again.
    if (depth_ > kMaxDepth) {
      dependencies_.Queue(Info(made).node);
    } else {
      RunContext(made);
      dependencies_.Settle(Info(made).node);
    }
  }
  const ContextId id(known->second);
  const Context& context = Info(id);
  flags_ = Join(flags_, context.sets);
  dependencies_.Read(context.node);
  Reached(id, site);
  return id;
}

bool Unit::MayFollow(CallableId callable, Mode mode, const Site& site) {
  if (OverBudget() || (!mode.compiled && setup_steps_ > kMaxSetupSteps)) return false;
  const bool from_decorator = mode.decorates && site.frame && site.frame->mode().decorates;
  const CallableInfo& info = Info(callable);
  return !from_decorator || info.file->tree()[info.function].parent.has_value();
}

ContextId Unit::AddContext(CallableId callable, std::vector<Ref> arguments, Mode mode) {
  const ContextId id(static_cast<std::uint32_t>(contexts_store_.size()));
  contexts_store_.push_back(std::make_unique<Context>());
  Context& context = *contexts_store_.back();
  const CallableInfo& info = Info(callable);
  context.node = AddNode(Computation::Kind::Context, id.index);
  context.callable = callable;
  context.mode = mode;
  context.arguments = std::move(arguments);
  context.result = context.yielded = Bottom();
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
CellsId Unit::CellsOf(CallableId callable, Mode mode) {
  std::vector<CellsId>& made = cells_made_[callable.index];
  if (mode.compiled && made.size() >= kMaxCellsOfOne) return made.back();
  const CallableInfo& info = Info(callable);
  cells_.push_back({info.cells, info.file->Function(info.function).scope, {}});
  const CellsId cells(static_cast<std::uint32_t>(cells_.size() - 1));
  if (mode.compiled) made.push_back(cells);
  return cells;
}

bool Unit::ReplaceHeap(Heap& known, Heap heap, int runs) {
  if (runs >= kFreeRuns)
    return known.JoinWith(heap, values,
                          runs >= kWidenedRuns  ? Heap::Merge::GiveUp
                          : runs >= kJoinedRuns ? Heap::Merge::Widen
                                                : Heap::Merge::Join);
  auto same = [this](const Heap::Entry& a, const Heap::Entry& b) {
    return a.address == b.address && values.Same(a.contents.value, b.contents.value);
  };
  if (std::equal(known.entries().begin(), known.entries().end(), heap.entries().begin(),
                 heap.entries().end(), same))
    return false;
  known = std::move(heap);
  return true;
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

void Unit::RunContext(ContextId id) {
  if (OverBudget()) return GiveUp(id);
  Context& context = Info(id);
  const CallableInfo& info = Info(context.callable);
  const DynamoFlags outer_flags = flags_, outer_patched = patched_;
  ++depth_;
  dependencies_.Enter(context.node);
  context.callees.clear();
  context.holes.clear();
  const auto writes = std::exchange(context.writes, {});
  Frame frame(*this, *info.file, info.file->Function(info.function), id, context.cells, info.owner,
              context.mode);
  const Ref result = frame.Run(context.arguments);
  dependencies_.Leave(context.node);
  --depth_;
  context.sets.on = flags_.on & ~outer_flags.on;
  context.sets.open = flags_.open & ~outer_flags.open;
  patched_ = outer_patched;
  context.observing = frame.TakeObserving();
  // Facts are told of what is compiled and of who calls it; no constructor does.
  if (context.mode.compiled || context.mode.below == 0) context.temps = frame.TakeTemps();
  Heap heap = frame.TakeHeap();
  const int runs = context.runs++;
  bool changed = Replace(context.result, result, runs);
  changed |= Replace(context.yielded, frame.yielded(), runs);
  const bool returns = frame.returns() || (context.returns && runs >= kFreeRuns);
  if (runs >= kFreeRuns) AddWrites(context.writes, writes);
  changed |= context.returns != returns || context.writes != writes;
  changed |= ReplaceHeap(context.heap, std::move(heap), runs);
  context.returns = returns;
  if (changed) dependencies_.Changed(context.node);
}

void Unit::Reached(ContextId id, const Site& site) {
  if (diagnosing_) return;
  const bool outer_compiled = site.frame && site.frame->mode().compiled;
  CallEdge edge{id, site.file, site.span};
  if (Info(id).mode.compiled && !outer_compiled) {
    edge.entry = entry_label_;
    edge.entry_place = entry_place_;
  }
  const ContextId caller = site.frame ? site.frame->context() : ContextId();
  if (caller) return Info(caller).callees.push_back(edge);
  const NodeId running = dependencies_.Innermost();
  const bool in_entry = running && computations_[running.index].kind == Computation::Kind::Entry;
  (in_entry ? entry_runs_[computations_[running.index].index].roots : roots_).push_back(edge);
}

std::vector<CallEdge> Unit::Starts() const {
  std::vector<CallEdge> starts = roots_;
  for (const EntryRun& run : entry_runs_)
    starts.insert(starts.end(), run.roots.begin(), run.roots.end());
  for (const auto& context : contexts_store_)
    if (!context->mode.compiled)
      starts.insert(starts.end(), context->callees.begin(), context->callees.end());
  std::erase_if(starts, [this](const CallEdge& edge) {
    return !contexts_store_[edge.callee.index]->mode.compiled;
  });
  return starts;
}

void Unit::LinkCallers() {
  auto place = [this](const CallEdge& e) {
    return std::tuple(
        e.file ? std::string_view(program.Info(e.file->id()).path) : std::string_view(),
        e.span.begin, e.span.end);
  };
  auto before = [&](const CallEdge& a, const CallEdge& b) {
    if (place(a) != place(b)) return place(a) < place(b);
    if (a.entry != b.entry) return a.entry.text() < b.entry.text();
    return a.callee.index < b.callee.index;
  };
  std::vector<CallEdge> starts = Starts();
  std::sort(starts.begin(), starts.end(), before);
  std::vector<ContextId> open;
  auto link = [&](ContextId caller, const CallEdge& edge) {
    Context& callee = Info(edge.callee);
    if (callee.linked || !callee.mode.compiled) return;
    callee.linked = true;
    callee.caller = {caller, edge.file, edge.span};
    callee.entry = edge.entry;
    open.push_back(edge.callee);
  };
  for (const CallEdge& edge : starts) link({}, edge);
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::vector<CallEdge> edges = Info(open[i]).callees;
    std::sort(edges.begin(), edges.end(), before);
    for (const CallEdge& edge : edges) link(open[i], edge);
  }
}

}  // namespace graphmend::infer
