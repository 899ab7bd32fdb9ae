// Expressions: only walruses, lambdas and, in nested functions, uses of names matter.
#include <algorithm>
#include <limits>
#include <string_view>
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
        if (BindsComputedNames(e)) NoteComputedNames(id);
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

namespace {
bool IsCallOf(const syntax::Tree& tree, ExprId id, std::string_view name) {
  const auto* call = std::get_if<syntax::Call>(&tree[id].node);
  const auto* callee = call ? std::get_if<syntax::Name>(&tree[call->callee].node) : nullptr;
  return callee && callee->id == name;
}
}  // namespace

// `exec(text)` of the module, `globals().update(…)` wherever it stands.
bool IndexBuilder::BindsComputedNames(const syntax::Call& call) const {
  if (const auto* callee = std::get_if<syntax::Name>(&tree_[call.callee].node))
    return callee->id == "exec" && InModule() && call.args.size() == 1;
  const auto* method = std::get_if<syntax::Attribute>(&tree_[call.callee].node);
  return method && method->name == "update" && IsCallOf(tree_, method->object, "globals");
}

// From the module's code the names above are meant, from a function's all.
void IndexBuilder::NoteComputedNames(ExprId id) {
  const std::uint32_t until =
      InModule() ? tree_[id].span.end : std::numeric_limits<std::uint32_t>::max();
  index_.rebound_until = std::max(index_.rebound_until, until);
}

// `globals()[name] = …`
void IndexBuilder::NoteItemOfGlobals(ExprId target) {
  const auto* item = std::get_if<syntax::Subscript>(&tree_[target].node);
  if (item && IsCallOf(tree_, item->object, "globals")) NoteComputedNames(target);
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
