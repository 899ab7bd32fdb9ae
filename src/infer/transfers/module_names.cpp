// globals(): what the module that asks defines, by name.
#include <algorithm>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {

namespace {
// Of more names only the first are told apart; the others are known to be there.
constexpr std::size_t kMostNames = 256;
bool IsGlobals(const syntax::Tree& tree, syntax::ExprId expr) {
  const auto* call = std::get_if<syntax::Call>(&tree[expr].node);
  const auto* name = call ? std::get_if<syntax::Name>(&tree[call->callee].node) : nullptr;
  return name && name->id == "globals";
}

bool IsReading(base::Symbol method) {
  return method == "keys" || method == "values" || method == "items" || method == "get";
}

// Whether each `globals()` of the file is only asked: `name in globals()`, `globals()[name]`,
// `globals().keys()`.
bool OnlyAsksGlobals(const syntax::Tree& tree) {
  std::size_t calls = 0, asked = 0;
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const syntax::ExprId expr(i);
    calls += IsGlobals(tree, expr);
    if (const auto* compare = std::get_if<syntax::Compare>(&tree[expr].node))
      for (syntax::ExprId right : compare->rights) asked += IsGlobals(tree, right);
    if (const auto* item = std::get_if<syntax::Subscript>(&tree[expr].node))
      asked += IsGlobals(tree, item->object);
    if (const auto* method = std::get_if<syntax::Attribute>(&tree[expr].node))
      asked += IsReading(method->name) && IsGlobals(tree, method->object);
  }
  return calls == asked;
}

// Whether a statement stores into `globals()`, or a function names a global of its own.
bool AddsName(const ParsedFile& file, const syntax::Stmt& stmt) {
  const syntax::Tree& tree = file.tree();
  const names::Scope& module = file.index()[file.index().module];
  if (const auto* global = std::get_if<syntax::Global>(&stmt.node))
    return std::any_of(global->names.begin(), global->names.end(),
                       [&](base::Symbol name) { return !module.definitions.contains(name); });
  const auto* assign = std::get_if<syntax::Assign>(&stmt.node);
  return assign &&
         std::any_of(assign->targets.begin(), assign->targets.end(), [&](syntax::ExprId target) {
           const auto* item = std::get_if<syntax::Subscript>(&tree[target].node);
           return item && IsGlobals(tree, item->object);
         });
}

// Whether the file may have names that it does not show.
bool AddsNames(const ParsedFile& file) {
  const auto& stmts = file.tree().stmts;
  return !file.index()[file.index().module].star_imports.empty() || !OnlyAsksGlobals(file.tree()) ||
         std::any_of(stmts.begin(), stmts.end(),
                     [&](const syntax::Stmt& stmt) { return AddsName(file, stmt); });
}

}  // namespace

Ref module_names(const TransferCall& call) {
  if (!call.site.file) return call.Unknown();
  const ParsedFile& file = *call.site.file;
  const names::Scope& module = file.index()[file.index().module];
  values::Dict names;
  // `__name__` and its like, which no module defines.
  for (std::string_view own : {"__name__", "__doc__", "__file__", "__package__", "__path__",
                               "__loader__", "__spec__", "__builtins__", "__cached__"})
    names.entries.push_back({call.unit.values.Str(call.unit.Intern(own)), call.Unknown(), true});
  if (AddsNames(file) || module.order.size() > kMostNames) {
    names.open = true;
    names.other_key = call.unit.Guarded(PyType::Str);
    names.other_value = call.Unknown();
  }
  for (const base::Symbol name : module.order) {
    if (names.entries.size() == kMostNames) break;
    const Ref value = call.unit.definitions.GlobalValue(file, name);
    if (value.value) names.entries.push_back({call.unit.values.Str(name), value, false});
  }
  return {call.unit.values.Intern(std::move(names)), {}};
}

}  // namespace graphmend::infer::transfers
