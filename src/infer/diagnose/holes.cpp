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
  explicit Gatherer(Unit& unit) : unit_(unit), seen_(unit.summaries.contexts().size(), 0) {}

  // Null: no entry is known that gets there.
  void Walk(std::vector<ContextId> open, Entry* entry) {
    ++walk_;
    Holes met;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Context& context = unit_.Info(open[i]);
      if (!context.mode.compiled || std::exchange(seen_[open[i].index], walk_) == walk_) continue;
      for (const ContextHole& hole : context.holes) {
        if (hole.callee && !unit_.Info(hole.callee).returns) continue;
        if (hole.file && unit_.IsKnownCode(*hole.file, hole.span)) continue;
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
            .subject = unit_.recorder.SourceText(site)};
  }

  Unit& unit_;
  std::vector<std::uint32_t> seen_;  // the last walk that came by, from 1 on
  std::uint32_t walk_ = 0;
  Holes holes_;
};

}  // namespace

void HoleLog::NotFollowed(HoleKind why, const Site& site) {
  if (unit_.recorder.diagnosing() || !site.frame || !site.file || !site.frame->context()) return;
  if (!site.frame->mode().compiled || !unit_.CurrentMode(site).compiled) return;
  unit_.Info(site.frame->context())
      .holes.push_back({site.frame->block(), why, site.file, site.span, site.expr, {}});
}

Ref HoleLog::Unfollowed(HoleKind why, const Site& site, Why unknown) {
  NotFollowed(why, site);
  return unit_.UnknownRef(unknown);
}

Ref HoleLog::CallUnknown(Ref callee, const Site& site) {
  const auto* unknown = values.If<values::Unknown>(callee);
  NotFollowed(unknown && unknown->library ? HoleKind::Library : HoleKind::UnknownCallee, site);
  if (values.If<values::Guarded>(callee)) return unit_.UnknownRef(Why::CalledObject);
  return unit_.open_values.ResultOfUnknown(site);
}

void HoleLog::NeverReturned(ContextId callee, const Site& site) {
  ++never_returned_;
  if (unit_.recorder.diagnosing() || !site.frame || !site.file || !site.frame->context()) return;
  unit_.Info(site.frame->context())
      .holes.push_back(
          {site.frame->block(), HoleKind::Unsettled, site.file, site.span, site.expr, callee});
}

// Whether calling what an entry compiles leads somewhere: into source, or into a library's own
// code, whose breaks are known.
bool HoleLog::IsFollowed(Ref target, int depth) {
  if (depth > 6 || !target.value) return false;
  if (const auto* w = values.If<values::Wrapper>(target)) return IsFollowed(w->inner, depth + 1);
  if (const auto* p = values.If<values::Partial>(target)) return IsFollowed(p->callee, depth + 1);
  if (const auto* b = values.If<values::Bound>(target)) return IsFollowed(b->callee, depth + 1);
  if (const auto* u = values.If<values::Union>(target))
    return std::all_of(u->alternatives.begin(), u->alternatives.end(),
                       [&](Ref r) { return r.value == values.none() || IsFollowed(r, depth + 1); });
  if (const auto* o = values.If<values::Object>(target)) {
    const ClassId cls = unit_.Info(o->id).cls;
    if (cls == unit_.classes.StubClass("torch.nn", "Module")) return false;  // some module
    return unit_.entries.CanBeCompiled(target) ||
           (unit_.Info(cls).is_stub &&
            !unit_.Info(o->id).fields.contains(unit_.well_known.contents));
  }
  return values.If<values::Function>(target) || values.If<values::Class>(target) ||
         values.IsBottom(target);
}

void HoleLog::NotEntered(HoleKind why, const Entry& entry) {
  not_entered_.push_back({.why = why, .location = entry.location, .subject = entry.target});
}

void HoleLog::NoteBudget(const Entry& entry) {
  if (unit_.budget.IsUsedUp() && unit_.entries.runs().back().roots.empty())
    NotEntered(HoleKind::Budget, entry);
}

// A call whose callee does not return ends its block; once the fixpoint is reached, that it does
// not return must still hold.
void HoleLog::CheckNever() const {
  for (const auto& context : unit_.summaries.contexts())
    for (const ContextHole& hole : context->holes)
      GM_CHECK(!hole.callee || !unit_.summaries.contexts()[hole.callee.index]->returns,
               hole.file->source().path() + ":" +
                   std::to_string(hole.file->source().LineOf(hole.span.begin)) +
                   ": returns, though callers take it to raise");
}

void HoleLog::GatherHoles(UnitResult& result) {
  if (options.checked) CheckNever();
  std::map<PlaceKey, std::vector<ContextId>> begins;
  for (const CallEdge& edge : unit_.summaries.Starts())
    begins[KeyOf(edge.entry_place)].push_back(edge.callee);
  std::vector<Entry*> entries;
  for (Entry& entry : result.entries) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(), EntryBefore);
  Gatherer gatherer(unit_);
  for (Entry* entry : entries) {
    if (auto found = begins.find(KeyOf(entry->location)); found != begins.end())
      gatherer.Walk(found->second, entry);
    for (const Hole& hole : not_entered_)
      if (KeyOf(entry->location) == KeyOf(hole.location) && entry->target == hole.subject)
        gatherer.Add(hole, entry);
  }
  for (std::uint32_t i = 0; i < unit_.summaries.contexts().size(); ++i)
    if (unit_.Info(ContextId(i)).linked && !gatherer.HasSeen(ContextId(i)))
      gatherer.Walk({ContextId(i)}, nullptr);
  result.holes = gatherer.Take();
}

}  // namespace graphmend::infer
