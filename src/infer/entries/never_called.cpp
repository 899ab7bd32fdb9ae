// Modules that are compiled and never called so: `model = torch.compile(model)` and then only
// `model.generate(x)`, a method of the module itself, which runs its forward uncompiled; or
// `fast = torch.compile(model)`, and `model(x)` all the same.
#include <algorithm>
#include <unordered_set>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// The name that the statement of the call binds to its result; empty: it does something else.
Symbol BoundTo(const Site& site) {
  if (!site.stmt || !site.expr) return {};
  const syntax::Tree& tree = site.file->tree();
  const auto* assign = std::get_if<syntax::Assign>(&tree[site.stmt].node);
  if (!assign || assign->targets.size() != 1 || assign->value != site.expr) return {};
  const auto* name = std::get_if<syntax::Name>(&tree[assign->targets[0]].node);
  return name ? name->id : Symbol();
}

// Whether behind the offset the file only asks the name for attributes, and calls none that calls
// the compiled forward: then nobody else has got what it names.
bool OnlyAttributesAreRead(const syntax::Tree& tree, Symbol name, std::uint32_t behind) {
  std::unordered_set<std::uint32_t> owners;  // names whose attribute is read
  for (const syntax::Expr& expr : tree.exprs)
    if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node))
      if (attribute->name != "forward" && attribute->name != "__call__")
        owners.insert(attribute->object.index);
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const syntax::Expr& expr = tree[syntax::ExprId(i)];
    const auto* read = std::get_if<syntax::Name>(&expr.node);
    if (read && read->id == name && expr.span.begin >= behind && !owners.contains(i)) return false;
  }
  return true;
}

// Whether the call comes to run the forward of the object uncompiled.
bool RunsForward(Unit& unit, const CallEdge& call, ObjectId object) {
  std::vector<ContextId> open;
  std::unordered_set<std::uint32_t> seen;
  auto reach = [&](const CallEdge& edge) {
    if (!unit.Info(edge.callee).mode.compiled && seen.insert(edge.callee.index).second)
      open.push_back(edge.callee);
  };
  reach(call);
  while (!open.empty()) {
    const Context& context = unit.Info(open.back());
    open.pop_back();
    const CallableInfo& callable = unit.Info(context.callable);
    const auto* self =
        context.arguments.empty() ? nullptr : unit.values.If<values::Object>(context.arguments[0]);
    if (self && self->id == object &&
        callable.file->tree()[callable.function].name == unit.well_known.forward)
      return true;
    for (const CallEdge& edge : context.callees) reach(edge);
  }
  return false;
}

}  // namespace

// The first call behind the compilation, in its own scope, that runs the module uncompiled.
std::optional<Span> Entries::CalledInstead(const PendingEntry& entry) {
  const auto* object = values.If<values::Object>(entry.target);
  const Symbol name = BoundTo(entry.site);
  const std::uint32_t behind = entry.site.span.end;
  if (!object || !name || entry.called || entry.in_place ||
      !OnlyAttributesAreRead(entry.site.file->tree(), name, behind))
    return std::nullopt;
  std::vector<CallEdge> calls = unit_.summaries.Roots();
  for (const auto& context : unit_.summaries.contexts()) {
    const CallableInfo& info = unit_.Info(context->callable);
    const Span scope = info.file->tree()[info.function].span;
    if (info.file == entry.site.file && scope.begin <= entry.site.span.begin && behind <= scope.end)
      calls.insert(calls.end(), context->callees.begin(), context->callees.end());
  }
  std::erase_if(calls, [&](const CallEdge& call) {
    return call.file != entry.site.file || call.span.begin < behind;
  });
  std::sort(calls.begin(), calls.end(), [](const CallEdge& a, const CallEdge& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end < b.span.end;
  });
  for (const CallEdge& call : calls)
    if (RunsForward(unit_, call, object->id)) return call.span;
  return std::nullopt;
}

}  // namespace graphmend::infer
