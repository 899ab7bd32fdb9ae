// The way up in a file's tree, which the tree itself does not keep: what each node is in.
//
//   Parent      of an expression: the expression it is an operand of, none where it is none or
//   there
//               is none; of a statement: the statement whose body it is in (none at the top of a
//               function, class or module)
//   Block       the list of statements that one is in, and where
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "syntax/tree.h"

namespace graphmend::fix {

struct BlockPosition {
  syntax::StmtList block;
  std::size_t index = 0;
};

class ParentMap {
 public:
  explicit ParentMap(const syntax::Tree& tree);

  syntax::ExprId Parent(syntax::ExprId expr) const {
    return expr ? expr_parent_[expr.index] : syntax::ExprId();
  }
  syntax::StmtId Statement(syntax::ExprId expr) const { return statement_[expr.index]; }
  syntax::StmtId Parent(syntax::StmtId stmt) const { return stmt_parent_[stmt.index]; }
  BlockPosition PositionOf(syntax::StmtId stmt) const { return position_[stmt.index]; }
  // The function whose body holds it; none at module and class level. For what is in a lambda:
  // the lambda.
  syntax::FunctionId FunctionOf(syntax::ExprId expr) const { return expr_function_[expr.index]; }
  syntax::FunctionId FunctionOf(syntax::StmtId stmt) const { return stmt_function_[stmt.index]; }
  // Whether it is evaluated whenever the statement (its header, where it has a body) runs: not
  // inside a lambda, a comprehension, an arm of `a if c else b` or the right side of `and`, `or`.
  bool AlwaysEvaluated(syntax::ExprId expr) const;
  // The outermost expression with exactly this span; none where there is none.
  syntax::ExprId ExprAt(source::Span span) const;
  // The definition of a class whose head is exactly this span; none where there is none.
  syntax::StmtId ClassAt(source::Span span) const;
  // The expressions that begin at or behind `from` and not behind `to`, in the order of the text;
  // of those that begin together, the one that was parsed first.
  std::span<const syntax::ExprId> Beginning(std::uint32_t from, std::uint32_t to) const;
  const syntax::Tree& tree() const { return tree_; }

 private:
  void Walk(syntax::StmtList body, syntax::StmtId parent, syntax::FunctionId function);
  void Walk(syntax::StmtId stmt, syntax::FunctionId function);
  void Walk(syntax::ExprId expr, syntax::ExprId parent);

  const syntax::Tree& tree_;
  std::vector<syntax::ExprId> expr_parent_;
  std::vector<syntax::StmtId> statement_;
  std::vector<syntax::FunctionId> expr_function_;
  std::vector<syntax::ExprId> in_text_;  // all expressions, by where they begin
  std::vector<syntax::StmtId> stmt_parent_;
  std::vector<syntax::FunctionId> stmt_function_;
  std::vector<BlockPosition> position_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, syntax::ExprId> by_span_;
  syntax::StmtId current_;
  syntax::FunctionId function_;
};

}  // namespace graphmend::fix
