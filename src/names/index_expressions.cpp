// Expressions: only walruses, lambdas and, in nested functions, uses of names matter.
#include <utility>

#include "base/match.h"
#include "names/index_builder.h"

namespace graphmend::names {

void IndexBuilder::Walk(ExprId id) {
  while (id) id = WalkButLeft(id);  // left spines can be thousands of nodes long
}

ExprId IndexBuilder::WalkButLeft(ExprId id) {
  auto all = [&](syntax::ExprList items) {
    for (ExprId item : items) Walk(item);
  };
  ExprId left;
  base::Match(
      tree_[id].node,
      [&](const syntax::Name& e) {
        bool nested = function_depth_ > (scope().kind == ScopeKind::Function);
        if (nested) UseFromInside(e.id);
      },
      [&](const syntax::FString& e) { all(e.parts); },
      [&](const syntax::FormattedValue& e) { Walk(e.format), left = e.value; },
      [&](const syntax::Sequence& e) { all(e.items); },
      [&](const syntax::Dict& e) { all(e.keys), all(e.values); },
      [&](const syntax::Unary& e) { left = e.operand; },
      [&](const syntax::Binary& e) { Walk(e.right), left = e.left; },
      [&](const syntax::BoolOp& e) { Walk(e.right), left = e.left; },
      [&](const syntax::Compare& e) { all(e.rights), left = e.left; },
      [&](const syntax::Conditional& e) { Walk(e.body), Walk(e.orelse), left = e.test; },
      [&](const syntax::Lambda& e) { WalkFunction(e.function); },
      [&](const syntax::Call& e) {
        for (const syntax::Arg& arg : e.args) Walk(arg.value);
        left = e.callee;
      },
      [&](const syntax::Attribute& e) { left = e.object; },
      [&](const syntax::Subscript& e) { Walk(e.index), left = e.object; },
      [&](const syntax::Slice& e) { Walk(e.upper), Walk(e.step), left = e.lower; },
      [&](const syntax::Starred& e) { left = e.value; },
      [&](const syntax::Walrus& e) {
        std::vector<std::uint32_t> outer = std::exchange(path_, {});
        BindAssigned(e.target, e.value, {});
        path_ = std::move(outer);
        left = e.value;
      },
      [&](const syntax::Comprehension& e) { WalkComprehension(e); },
      [&](const syntax::Await& e) { left = e.value; },
      [&](const syntax::Yield& e) { left = e.value; }, [](const syntax::ErrorExpr&) {},
      [](const syntax::Literal&) {}, [](std::monostate) {});
  return left;
}

void IndexBuilder::WalkComprehension(const syntax::Comprehension& e) {
  std::size_t outer = targets_.size();
  for (const syntax::Clause& clause : e.clauses) {
    Walk(clause.iterable);
    AddTargets(clause.target);
    for (ExprId condition : clause.conditions) Walk(condition);
  }
  Walk(e.element);
  Walk(e.value);
  targets_.resize(outer);
}

void IndexBuilder::AddTargets(ExprId target) {
  if (const auto* name = std::get_if<syntax::Name>(&tree_[target].node)) {
    if (scope().kind == ScopeKind::Function) targets_.emplace_back(scope_, name->id);
  } else if (const auto* items = std::get_if<syntax::Sequence>(&tree_[target].node)) {
    for (ExprId item : items->items) AddTargets(item);
  } else if (const auto* starred = std::get_if<syntax::Starred>(&tree_[target].node)) {
    AddTargets(starred->value);
  }
}

void IndexBuilder::UseFromInside(Symbol name) {
  uses_.emplace_back(scope_, name);
  for (auto [scope, target] : targets_)
    if (target == name && !(scope == scope_)) captured_targets_.emplace_back(scope, name);
}

}  // namespace graphmend::names
