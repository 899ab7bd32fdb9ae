#include "infer/entries/lead.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Whether the constructor of the class calls its method on itself.
bool ConstructorCalls(const syntax::Tree& tree, syntax::ClassId cls, base::Symbol method) {
  const syntax::Function* constructor = nullptr;
  for (const syntax::Function& f : tree.functions)
    if (f.cls == cls && !f.parent && f.name == "__init__") constructor = &f;
  if (!constructor) return false;
  return std::any_of(tree.exprs.begin(), tree.exprs.end(), [&](const syntax::Expr& expr) {
    const auto* call = std::get_if<syntax::Call>(&expr.node);
    const auto* callee = call ? std::get_if<syntax::Attribute>(&tree[call->callee].node) : nullptr;
    const auto* self = callee ? std::get_if<syntax::Name>(&tree[callee->object].node) : nullptr;
    return self && self->id == "self" && callee->name == method &&
           constructor->span.begin <= expr.span.begin && expr.span.end <= constructor->span.end;
  });
}

// A module that compiles parts of itself, by the decorator of a method or in one, for whoever calls
// that: it says nothing of what else is compiled. One whose constructor does is made of compiled
// parts, and one whose forward is decorated is compiled.
bool CompilesPartOfItself(Unit& unit, const names::ParsedFile& file, source::Span compiles) {
  const syntax::Tree& tree = file.tree();
  const syntax::Function* method = nullptr;
  for (const syntax::Function& f : tree.functions)  // outer before inner
    if (f.cls && !f.parent && f.span.begin <= compiles.begin && compiles.end <= f.span.end)
      method = &f;
  if (!method || tree[method->cls].cls) return false;
  const bool decorates = compiles.begin < method->name_span.begin;
  const bool whole = method->name == "forward" || method->name == "__call__";
  if (decorates ? whole
                : method->name == "__init__" || ConstructorCalls(tree, method->cls, method->name))
    return false;
  const values::Ref value = unit.definitions.GlobalValue(file, tree[method->cls].name);
  const auto* cls = value.value ? unit.values.If<values::Class>(value) : nullptr;
  return cls && unit.Info(cls->id).is_module;
}

bool IsForward(Unit& unit, const CallableInfo& callable) {
  const Symbol name = callable.file->tree()[callable.function].name;
  return callable.owner && unit.Info(callable.owner).is_module &&
         (name == unit.well_known.forward || name == unit.well_known.call);
}

std::vector<diag::Location> CompiledForwards(Unit& unit) {
  std::vector<diag::Location> places;
  std::set<std::pair<const names::ParsedFile*, std::uint32_t>> seen;
  for (const auto& context : unit.summaries.contexts()) {
    const CallableInfo& callable = unit.Info(context->callable);
    if (!context->mode.compiled || !IsForward(unit, callable)) continue;
    if (seen.emplace(callable.file, callable.function.index).second)
      places.push_back(
          {&callable.file->source(), callable.file->tree()[callable.function].name_span});
  }
  return places;
}

// Whether a forward of a module is reached from one of these calls.
bool ReachesForward(Unit& unit, const std::vector<CallEdge>& starts) {
  std::vector<ContextId> open;
  std::unordered_set<std::uint32_t> seen;
  auto reach = [&](const CallEdge& edge) {
    if (unit.Info(edge.callee).mode.compiled && seen.insert(edge.callee.index).second)
      open.push_back(edge.callee);
  };
  for (const CallEdge& edge : starts) reach(edge);
  while (!open.empty()) {
    const Context& context = unit.Info(open.back());
    open.pop_back();
    if (IsForward(unit, unit.Info(context.callable))) return true;
    for (const CallEdge& edge : context.callees) reach(edge);
  }
  return false;
}

}  // namespace

void Lead::Add(Lead other) {
  into_module |= other.into_module;
  forwards.insert(forwards.end(), other.forwards.begin(), other.forwards.end());
  files.insert(files.end(), other.files.begin(), other.files.end());
}

Lead LeadOf(Unit& unit, const std::vector<const names::ParsedFile*>& files) {
  Lead lead;
  lead.forwards = CompiledForwards(unit);
  auto says_nothing = [&](const diag::Location& at) {
    auto file = std::find_if(files.begin(), files.end(),
                             [&](const names::ParsedFile* f) { return &f->source() == at.file; });
    return file != files.end() && CompilesPartOfItself(unit, **file, at.span);
  };
  for (const Entry& entry : unit.entries.entries())
    if (!entry.unknown && !entry.how.IsAssumed() && entry.location.file &&
        !says_nothing(entry.location))
      lead.files.push_back(entry.location.file);
  std::vector<CallEdge> starts = unit.summaries.Starts();
  std::erase_if(starts, [&](const CallEdge& edge) {
    return !edge.entry || edge.entry->IsAssumed() || says_nothing(edge.entry_place);
  });
  lead.into_module = ReachesForward(unit, starts);
  return lead;
}

}  // namespace graphmend::infer
