// What could not be followed: noted while a context is interpreted, and in the end attributed to
// the entries that reach the context.
#include <algorithm>
#include <map>
#include <tuple>

#include "base/check.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using PlaceKey = std::tuple<const source::SourceFile*, std::uint32_t, std::uint32_t>;

PlaceKey KeyOf(const diag::Location& at) { return {at.file, at.span.begin, at.span.end}; }

// By path, since the order of addresses is another in each run.
auto InOrder(const diag::Location& at) {
  return std::tuple(at.file ? std::string_view(at.file->path()) : std::string_view(), at.span.begin,
                    at.span.end);
}

auto InOrder(const Hole& hole) { return std::tuple(InOrder(hole.location), hole.why); }
using Holes = std::map<decltype(InOrder(Hole())), Hole>;

bool EntryBefore(const Entry* a, const Entry* b) {
  return std::tuple(InOrder(a->location), std::string_view(a->target)) <
         std::tuple(InOrder(b->location), std::string_view(b->target));
}

// Walks what each entry reaches once.
class Gatherer {
 public:
  explicit Gatherer(Unit& unit) : unit_(unit), seen_(unit.contexts().size(), 0) {}

  // Null: no entry is known that gets there.
  void Walk(std::vector<ContextId> open, Entry* entry) {
    ++walk_;
    Holes met;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Context& context = unit_.Info(open[i]);
      if (!context.mode.compiled || std::exchange(seen_[open[i].index], walk_) == walk_) continue;
      for (const ContextHole& hole : context.holes) {
        if (hole.callee && !unit_.Info(hole.callee).returns) continue;
        Hole out = Exported(hole);
        met.try_emplace(InOrder(out), out);
      }
      for (const CallEdge& edge : context.callees) open.push_back(edge.callee);
    }
    for (const auto& [key, hole] : met) Add(hole, entry);
  }
  bool HasSeen(ContextId context) const { return seen_[context.index] != 0; }

  void Add(const Hole& hole, Entry* entry) {
    Hole& known = holes_.try_emplace(InOrder(hole), hole).first->second;
    if (!entry) return;
    entry->incomplete = true;
    if (known.entries++ > 0) return;
    known.entry = entry->location;
    known.target = entry->target;
  }

  std::vector<Hole> Take() {
    std::vector<Hole> holes;
    for (auto& [key, hole] : holes_) holes.push_back(std::move(hole));
    return holes;
  }

 private:
  // Of a call, what is called.
  Hole Exported(const ContextHole& hole) const {
    Site site{hole.file, hole.span, {}, {}, nullptr};
    if (hole.expr)
      if (const auto* call = std::get_if<syntax::Call>(&hole.file->tree()[hole.expr].node))
        site.span = hole.file->tree()[call->callee].span;
    return {.why = hole.why,
            .location = {&hole.file->source(), hole.span},
            .subject = unit_.SourceText(site)};
  }

  Unit& unit_;
  std::vector<std::uint32_t> seen_;  // the last walk that came by, from 1 on
  std::uint32_t walk_ = 0;
  Holes holes_;
};

}  // namespace

void Unit::BeginEntry(Symbol label, diag::Location place) {
  entry_label_ = label;
  entry_place_ = place;
}

void Unit::NotFollowed(HoleKind why, const Site& site) {
  if (diagnosing_ || !site.frame || !site.file || !site.frame->context()) return;
  if (!site.frame->mode().compiled || !CurrentMode(site).compiled) return;
  Info(site.frame->context())
      .holes.push_back({site.frame->block(), why, site.file, site.span, site.expr, {}});
}

Ref Unit::Unfollowed(HoleKind why, const Site& site, const char* unknown) {
  NotFollowed(why, site);
  return UnknownRef(unknown);
}

Ref Unit::CallUnknown(Ref callee, const Site& site) {
  const auto* unknown = values.If<values::Unknown>(callee);
  NotFollowed(unknown && unknown->library ? HoleKind::Library : HoleKind::UnknownCallee, site);
  if (values.If<values::Guarded>(callee))
    return UnknownRef("the result of an object that is not modelled");
  return ResultOfUnknown(site);
}

void Unit::NeverReturned(ContextId callee, const Site& site) {
  ++never_returned_;
  if (diagnosing_ || !site.frame || !site.file || !site.frame->context()) return;
  Info(site.frame->context())
      .holes.push_back(
          {site.frame->block(), HoleKind::Unsettled, site.file, site.span, site.expr, callee});
}

// The budget is used up before a computation that was due: what it would have given is not known.
void Unit::GiveUp(ContextId id) {
  Context& context = Info(id);
  const Ref unknown = UnknownRef("the budget ran out");
  bool changed = values.JoinInto(context.result, unknown);
  changed |= values.JoinInto(context.yielded, unknown);
  changed |= !context.returns;
  context.returns = true;
  std::erase_if(context.holes, [](const ContextHole& hole) { return hole.callee.has_value(); });
  const CallableInfo& info = Info(context.callable);
  const Span name = info.file->tree()[info.function].name_span;
  if (context.mode.compiled &&
      std::none_of(context.holes.begin(), context.holes.end(),
                   [](const ContextHole& hole) { return hole.why == HoleKind::Budget; }))
    context.holes.push_back({{}, HoleKind::Budget, info.file, name, {}, {}});
  if (changed) dependencies_.Changed(context.node);
}

// Whether calling what an entry compiles leads somewhere: into source, or into a library's own
// code, whose breaks are known.
bool Unit::IsFollowed(Ref target, int depth) {
  if (depth > 6 || !target.value) return false;
  if (const auto* w = values.If<values::Wrapper>(target)) return IsFollowed(w->inner, depth + 1);
  if (const auto* p = values.If<values::Partial>(target)) return IsFollowed(p->callee, depth + 1);
  if (const auto* b = values.If<values::Bound>(target)) return IsFollowed(b->callee, depth + 1);
  if (const auto* u = values.If<values::Union>(target))
    return std::all_of(u->alternatives.begin(), u->alternatives.end(),
                       [&](Ref r) { return r.value == values.none() || IsFollowed(r, depth + 1); });
  if (const auto* o = values.If<values::Object>(target))
    return CanBeCompiled(target) ||
           (Info(Info(o->id).cls).is_stub && !Info(o->id).fields.contains(names_.contents));
  return values.If<values::Function>(target) || values.If<values::Class>(target) ||
         values.IsBottom(target);
}

void Unit::NotEntered(HoleKind why, const Entry& entry) {
  not_entered_.push_back({.why = why, .location = entry.location, .subject = entry.target});
}

void Unit::NoteBudget(const Entry& entry) {
  if (OverBudget() && entry_runs_.back().roots.empty()) NotEntered(HoleKind::Budget, entry);
}

// A call whose callee does not return ends its block; once the fixpoint is reached, that it does
// not return must still hold.
void Unit::CheckNever() const {
  for (const auto& context : contexts_store_)
    for (const ContextHole& hole : context->holes)
      GM_CHECK(!hole.callee || !contexts_store_[hole.callee.index]->returns,
               hole.file->source().path() + ":" +
                   std::to_string(hole.file->source().LineOf(hole.span.begin)) +
                   ": taken to raise, though what it calls returns");
}

void Unit::GatherHoles(UnitResult& result) {
  if (options.checked) CheckNever();
  std::map<PlaceKey, std::vector<ContextId>> begins;
  for (const CallEdge& edge : Starts()) begins[KeyOf(edge.entry_place)].push_back(edge.callee);
  std::vector<Entry*> entries;
  for (Entry& entry : result.entries) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(), EntryBefore);
  Gatherer gatherer(*this);
  for (Entry* entry : entries) {
    if (auto found = begins.find(KeyOf(entry->location)); found != begins.end())
      gatherer.Walk(found->second, entry);
    for (const Hole& hole : not_entered_)
      if (KeyOf(entry->location) == KeyOf(hole.location) && entry->target == hole.subject)
        gatherer.Add(hole, entry);
  }
  for (std::uint32_t i = 0; i < contexts_store_.size(); ++i)
    if (Info(ContextId(i)).linked && !gatherer.HasSeen(ContextId(i)))
      gatherer.Walk({ContextId(i)}, nullptr);
  result.holes = gatherer.Take();
}

}  // namespace graphmend::infer
