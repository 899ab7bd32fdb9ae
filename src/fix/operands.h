// The direct parts of syntax nodes, for whoever walks a tree and treats all kinds alike.
#pragma once

#include <variant>
#include <vector>

#include "base/match.h"
#include "syntax/tree.h"

namespace graphmend::fix {

// The items of a tuple, as in the brackets of `x[i, j]`; any other expression alone.
inline std::vector<syntax::ExprId> TupleItems(const syntax::Tree& tree, syntax::ExprId expr) {
  const auto* tuple = std::get_if<syntax::Sequence>(&tree[expr].node);
  if (!tuple || tuple->kind != syntax::SequenceKind::Tuple) return {expr};
  return {tuple->items.begin(), tuple->items.end()};
}

// `+`, `-`, `*`, `/`: what computes with a tensor as it does with numbers.
inline bool IsLinear(syntax::BinaryOp op) {
  using syntax::BinaryOp;
  return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul || op == BinaryOp::Div;
}
// `//`, `%`
inline bool IsFloored(syntax::BinaryOp op) {
  return op == syntax::BinaryOp::FloorDiv || op == syntax::BinaryOp::Mod;
}

// Calls `visit(ExprId)` for each direct part of an expression in source order; None ids are
// skipped. The body of a lambda is no part of it, its parameters' defaults are.
template <class Visit>
void ForEachPart(const syntax::Tree& tree, syntax::ExprId expr, Visit visit) {
  auto use = [&](auto... parts) { ((parts ? visit(parts) : void()), ...); };
  auto use_all = [&](syntax::ExprList parts) {
    for (syntax::ExprId part : parts) use(part);
  };
  base::Match(
      tree[expr].node, [](const syntax::ErrorExpr&) {}, [](const syntax::Name&) {},
      [](const syntax::Literal&) {}, [&](const syntax::FString& e) { use_all(e.parts); },
      [&](const syntax::FormattedValue& e) { use(e.value, e.format); },
      [&](const syntax::Sequence& e) { use_all(e.items); },
      [&](const syntax::Dict& e) {
        for (std::size_t i = 0; i < e.values.size(); ++i) use(e.keys[i], e.values[i]);
      },
      [&](const syntax::Unary& e) { use(e.operand); },
      [&](const syntax::Binary& e) { use(e.left, e.right); },
      [&](const syntax::BoolOp& e) { use(e.left, e.right); },
      [&](const syntax::Compare& e) {
        use(e.left);
        use_all(e.rights);
      },
      [&](const syntax::Conditional& e) { use(e.body, e.test, e.orelse); },
      [&](const syntax::Lambda& e) {
        for (const syntax::Param& param : tree[e.function].params) use(param.default_value);
      },
      [&](const syntax::Call& e) {
        use(e.callee);
        for (const syntax::Arg& arg : e.args) use(arg.value);
      },
      [&](const syntax::Attribute& e) { use(e.object); },
      [&](const syntax::Subscript& e) { use(e.object, e.index); },
      [&](const syntax::Slice& e) { use(e.lower, e.upper, e.step); },
      [&](const syntax::Starred& e) { use(e.value); },
      [&](const syntax::Walrus& e) { use(e.target, e.value); },
      [&](const syntax::Comprehension& e) {
        use(e.element, e.value);
        for (const syntax::Clause& clause : e.clauses) {
          use(clause.target, clause.iterable);
          use_all(clause.conditions);
        }
      },
      [&](const syntax::Await& e) { use(e.value); }, [&](const syntax::Yield& e) { use(e.value); },
      [](std::monostate) {});
}

// Calls `visit(ExprId)` for each expression that belongs to the statement itself, not to its body.
template <class Visit>
void ForEachExpression(const syntax::Tree& tree, syntax::StmtId stmt, Visit visit) {
  auto use = [&](auto... parts) { ((parts ? visit(parts) : void()), ...); };
  auto use_all = [&](syntax::ExprList parts) {
    for (syntax::ExprId part : parts) use(part);
  };
  base::Match(
      tree[stmt].node, [&](const syntax::ExprStmt& s) { use(s.value); },
      [&](const syntax::Assign& s) {
        use_all(s.targets);
        use(s.value);
      },
      [&](const syntax::AugAssign& s) { use(s.target, s.value); },
      [&](const syntax::AnnAssign& s) { use(s.target, s.annotation, s.value); },
      [&](const syntax::Return& s) { use(s.value); },
      [&](const syntax::Raise& s) { use(s.exception, s.cause); },
      [&](const syntax::Assert& s) { use(s.test, s.message); },
      [&](const syntax::Delete& s) { use_all(s.targets); },
      [&](const syntax::If& s) { use(s.test); }, [&](const syntax::While& s) { use(s.test); },
      [&](const syntax::For& s) { use(s.target, s.iterable); },
      [&](const syntax::Try& s) {
        for (const syntax::Handler& handler : s.handlers) use(handler.type);
      },
      [&](const syntax::With& s) {
        for (const syntax::WithItem& item : s.items) use(item.context, item.target);
      },
      [&](const syntax::FunctionStmt& s) {
        const syntax::Function& function = tree[s.function];
        use_all(function.decorators);
        for (const syntax::Param& param : function.params)
          use(param.annotation, param.default_value);
        use(function.returns);
      },
      [&](const syntax::ClassStmt& s) {
        use_all(tree[s.cls].decorators);
        for (const syntax::Arg& base : tree[s.cls].bases) use(base.value);
      },
      [&](const syntax::Match& s) {
        use(s.subject);
        for (const syntax::Case& one : s.cases) use(one.guard);
      },
      [&](const syntax::TypeAlias& s) { use(s.value); }, [](const auto&) {});
}

// Calls `visit(StmtList)` for each block of statements in the statement's body, in source order;
// bodies of functions and classes defined there are among them where `definitions` says so.
template <class Visit>
void ForEachBlock(const syntax::Tree& tree, syntax::StmtId stmt, bool definitions, Visit visit) {
  base::Match(
      tree[stmt].node, [&](const syntax::If& s) { visit(s.body), visit(s.orelse); },
      [&](const syntax::While& s) { visit(s.body), visit(s.orelse); },
      [&](const syntax::For& s) { visit(s.body), visit(s.orelse); },
      [&](const syntax::Try& s) {
        visit(s.body);
        for (const syntax::Handler& handler : s.handlers) visit(handler.body);
        visit(s.orelse), visit(s.finally);
      },
      [&](const syntax::With& s) { visit(s.body); },
      [&](const syntax::Match& s) {
        for (const syntax::Case& one : s.cases) visit(one.body);
      },
      [&](const syntax::FunctionStmt& s) {
        if (definitions) visit(tree[s.function].body);
      },
      [&](const syntax::ClassStmt& s) {
        if (definitions) visit(tree[s.cls].body);
      },
      [](const auto&) {});
}

// Calls `visit(StmtId)` for each `return` in the block, in source order, but for those of functions
// that are defined there.
template <class Visit>
void ForEachReturn(const syntax::Tree& tree, syntax::StmtList block, Visit visit) {
  for (syntax::StmtId stmt : block) {
    if (std::holds_alternative<syntax::Return>(tree[stmt].node)) visit(stmt);
    ForEachBlock(tree, stmt, false,
                 [&](syntax::StmtList inner) { ForEachReturn(tree, inner, visit); });
  }
}

}  // namespace graphmend::fix
