#include "fix/assigned.h"

#include <algorithm>

#include "fix/function_flows.h"
#include "fix/module_scope.h"
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
    assigned.attributes[attribute->name.str()].push_back(expr);
  const std::string_view mode = attribute->name.text();
  if (mode == "eval" || mode == "train") assigned.attributes["training"].emplace_back();
}

Assigned LookIn(const Finding& finding) {
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

// Whether what is assigned to an attribute of the one class may be read as one of the other.
bool Inherits(const Finding& finding, std::string_view reader, std::string_view assigned) {
  const syntax::ClassId derived = ClassNamed(finding, reader), base = ClassNamed(finding, assigned);
  if (!derived) return true;  // of a file that is not looked at
  if (!base) return HasBasesElsewhere(finding, derived);
  return derived == base || MayDerive(finding, derived, base);
}

}  // namespace

const Assigned& AssignedIn(const Finding& finding) {
  std::unique_ptr<Assigned>& kept = finding.flows.AssignedOf(finding.file);
  if (!kept) kept = std::make_unique<Assigned>(LookIn(finding));
  return *kept;
}

bool IsAssignedWhileCompiled(const Finding& finding, const std::string& attribute,
                             const std::vector<std::string>& owners, bool are_classes) {
  const auto may_be = [&](const std::string& assigned) {
    return std::any_of(owners.begin(), owners.end(), [&](const std::string& owner) {
      return assigned.empty() || owner == assigned ||
             (are_classes && Inherits(finding, owner, assigned));
    });
  };
  const auto& by_name = finding.facts.OwnersOfAssigned(attribute);
  const auto& by_any = finding.facts.OwnersOfAssigned("");
  return std::any_of(by_name.begin(), by_name.end(), may_be) ||
         std::any_of(by_any.begin(), by_any.end(), may_be);
}

bool MayBeAssigned(const Finding& finding, const std::string& attribute,
                   const infer::ExprFact& object) {
  if (object.OneOf(FactKind::Class, FactKind::Module) && !object.names.empty())
    return IsAssignedWhileCompiled(finding, attribute, object.names, object.Is(FactKind::Class));
  const auto& all = AssignedIn(finding).attributes;
  const auto found = all.find(attribute);
  if (found == all.end()) return false;
  return !object.Is(FactKind::Tensor) ||
         std::any_of(found->second.begin(), found->second.end(), [&](ExprId place) {
           const auto* target = finding.If<syntax::Attribute>(place);
           return target && !IsNoTensor(finding.Fact(target->object));
         });
}

}  // namespace graphmend::fix
