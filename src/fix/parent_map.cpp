#include "fix/parent_map.h"

#include <algorithm>

#include "fix/operands.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

ParentMap::ParentMap(const syntax::Tree& tree)
    : tree_(tree),
      expr_parent_(tree.exprs.size()),
      statement_(tree.exprs.size()),
      expr_function_(tree.exprs.size()),
      stmt_parent_(tree.stmts.size()),
      stmt_function_(tree.stmts.size()),
      position_(tree.stmts.size()) {
  Walk(tree.body, {}, {});
  in_text_.reserve(tree.exprs.size());
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) in_text_.emplace_back(i);
  std::stable_sort(in_text_.begin(), in_text_.end(),
                   [&](ExprId a, ExprId b) { return tree[a].span.begin < tree[b].span.begin; });
}

std::span<const ExprId> ParentMap::Beginning(std::uint32_t from, std::uint32_t to) const {
  auto begins_before = [&](ExprId expr, std::uint32_t at) { return tree_[expr].span.begin < at; };
  auto first = std::lower_bound(in_text_.begin(), in_text_.end(), from, begins_before);
  auto last = std::lower_bound(first, in_text_.end(), to + 1, begins_before);
  return std::span(in_text_).subspan(static_cast<std::size_t>(first - in_text_.begin()),
                                     static_cast<std::size_t>(last - first));
}

void ParentMap::Walk(syntax::StmtList body, StmtId parent, syntax::FunctionId function) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    stmt_parent_[body[i].index] = parent;
    position_[body[i].index] = {body, i};
    Walk(body[i], function);
  }
}

void ParentMap::Walk(StmtId stmt, syntax::FunctionId function) {
  stmt_function_[stmt.index] = function;
  current_ = stmt;
  function_ = function;
  ForEachExpression(tree_, stmt, [&](ExprId expr) { Walk(expr, ExprId()); });
  const auto* definition = std::get_if<syntax::FunctionStmt>(&tree_[stmt].node);
  const bool is_class = std::holds_alternative<syntax::ClassStmt>(tree_[stmt].node);
  const StmtId parent = definition || is_class ? StmtId() : stmt;
  const syntax::FunctionId inner = definition ? definition->function
                                   : is_class ? syntax::FunctionId()
                                              : function;
  ForEachBlock(tree_, stmt, true, [&](syntax::StmtList body) { Walk(body, parent, inner); });
}

void ParentMap::Walk(ExprId expr, ExprId parent) {
  expr_parent_[expr.index] = parent;
  statement_[expr.index] = current_;
  expr_function_[expr.index] = function_;
  const source::Span span = tree_[expr].span;
  by_span_.try_emplace({span.begin, span.end}, expr);
  ForEachPart(tree_, expr, [&](ExprId part) { Walk(part, expr); });
  const auto* lambda = std::get_if<syntax::Lambda>(&tree_[expr].node);
  if (!lambda) return;
  const syntax::FunctionId outer = function_;
  function_ = lambda->function;
  if (tree_[lambda->function].lambda_body) Walk(tree_[lambda->function].lambda_body, expr);
  function_ = outer;
}

bool ParentMap::AlwaysEvaluated(ExprId expr) const {
  for (ExprId inner = expr, outer = Parent(expr); outer; inner = outer, outer = Parent(outer)) {
    const bool fine = base::Match(
        tree_[outer].node, [&](const syntax::BoolOp& e) { return e.left == inner; },
        [&](const syntax::Conditional& e) { return e.test == inner; },
        [&](const syntax::Compare& e) { return e.left == inner || e.rights[0] == inner; },
        [&](const syntax::Lambda& e) { return tree_[e.function].lambda_body != inner; },
        [&](const syntax::Comprehension& e) { return e.clauses[0].iterable == inner; },
        [](const auto&) { return true; });
    if (!fine) return false;
  }
  return !std::holds_alternative<syntax::While>(tree_[Statement(expr)].node) &&
         !std::holds_alternative<syntax::Match>(tree_[Statement(expr)].node);
}

ExprId ParentMap::ExprAt(source::Span span) const {
  auto found = by_span_.find({span.begin, span.end});
  return found == by_span_.end() ? ExprId() : found->second;
}

StmtId ParentMap::ClassAt(source::Span span) const {
  for (std::uint32_t i = 0; i < tree_.stmts.size(); ++i) {
    const syntax::Stmt& stmt = tree_[StmtId(i)];
    if (stmt.header == span && std::holds_alternative<syntax::ClassStmt>(stmt.node))
      return StmtId(i);
  }
  return {};
}

}  // namespace graphmend::fix
