#include "fix/assigned.h"

#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

bool MakesObjects(const Finding& finding, FunctionId function) {
  const std::string_view name = finding.tree()[function].name.text();
  return name == "__init__" || name == "__new__" || name == "__post_init__";
}

// Where the expression is an attribute that is assigned or changed there.
void NoteAttribute(const Finding& finding, ExprId expr, Assigned& assigned) {
  const auto* attribute = finding.If<syntax::Attribute>(expr);
  if (!attribute) return;
  const auto* called = finding.If<syntax::Attribute>(finding.parents.Parent(expr));
  const bool container =
      called && finding.If<syntax::Call>(finding.parents.Parent(finding.parents.Parent(expr))) &&
      finding.Fact(expr).OneOf(FactKind::List, FactKind::Set, FactKind::Dict);
  if (container || IsTarget(finding, expr) || IsChanged(finding, expr))
    assigned.attributes.insert(attribute->name.str());
  const std::string_view mode = attribute->name.text();
  if (mode == "eval" || mode == "train") assigned.attributes.insert("training");
}

}  // namespace

Assigned AssignedIn(const Finding& finding) {
  Assigned assigned;
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i)
    if (const auto* global = finding.If<syntax::Global>(StmtId(i)))
      for (syntax::Symbol name : global->names) assigned.globals.insert(name.str());
  for (const syntax::Function& function : tree.functions)
    if (function.cls && !function.decorators.empty()) assigned.computed.insert(function.name.str());
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId expr(i);
    const FunctionId function = finding.parents.FunctionOf(expr);
    if (!function || MakesObjects(finding, function)) continue;
    if (const auto* call = finding.If<syntax::Call>(expr)) {
      const auto* name = finding.If<syntax::Name>(call->callee);
      const auto* method = finding.If<syntax::Attribute>(call->callee);
      assigned.unknown |= name && (name->id == "setattr" || name->id == "delattr");
      assigned.unknown |= method && method->name.text().starts_with("__setattr");
    }
    NoteAttribute(finding, expr, assigned);
  }
  return assigned;
}

}  // namespace graphmend::fix
