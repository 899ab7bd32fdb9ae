#include "models/bound_names.h"

#include "models/nodes.h"

namespace graphmend::models {
namespace {

void BindImported(const syntax::ImportAlias& alias, BoundNames& bound) {
  const std::string_view name = alias.as ? alias.as.text() : alias.name.text();
  bound.names.emplace(name.substr(0, name.find('.')));
}

void BindTarget(const syntax::Tree& tree, syntax::ExprId target, BoundNames& bound) {
  if (const auto* name = As<syntax::Name>(tree, target)) bound.names.insert(name->id.str());
  if (const auto* several = As<syntax::Sequence>(tree, target))
    for (syntax::ExprId one : several->items) BindTarget(tree, one, bound);
}

void Bind(const syntax::Tree& tree, const syntax::Stmt& stmt, BoundNames& bound) {
  if (const auto* plain = std::get_if<syntax::Import>(&stmt.node))
    for (const syntax::ImportAlias& alias : plain->names) BindImported(alias, bound);
  if (const auto* from = std::get_if<syntax::ImportFrom>(&stmt.node)) {
    for (const syntax::ImportAlias& alias : from->names) BindImported(alias, bound);
    if (from->star && from->level == 0) bound.stars.push_back(from->module.str());
    bound.has_other_star |= from->star && from->level > 0;
  }
  if (const auto* assign = std::get_if<syntax::Assign>(&stmt.node))
    for (syntax::ExprId target : assign->targets) BindTarget(tree, target, bound);
  if (const auto* typed = std::get_if<syntax::AnnAssign>(&stmt.node))
    BindTarget(tree, typed->target, bound);
  if (const auto* alias = std::get_if<syntax::TypeAlias>(&stmt.node))
    bound.names.insert(alias->name.str());
}

}  // namespace

BoundNames BoundNamesOf(const syntax::Tree& tree) {
  BoundNames bound;
  for (const syntax::Stmt& stmt : tree.stmts) Bind(tree, stmt, bound);
  for (const syntax::Function& function : tree.functions) bound.names.insert(function.name.str());
  for (const syntax::Class& cls : tree.classes) bound.names.insert(cls.name.str());
  return bound;
}

}  // namespace graphmend::models
