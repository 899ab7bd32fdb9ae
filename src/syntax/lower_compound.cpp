// Compound statements other than definitions and `match`.
#include <algorithm>
#include <utility>

#include "syntax/lower.h"

namespace graphmend::syntax {

// The grammar's own end of a compound statement may take in comments and blank lines.
Span Lowerer::Compound(Span span, Span header) const {
  return {span.begin, std::max(header.end, last_end_)};
}

// The children of an `if`, `elif` or `while` up to and with its block.
Lowerer::Branch Lowerer::LowerBranch(Span span) {
  Branch branch{span, span, ExprId(), {}};
  last_end_ = span.begin;
  bool done = false;
  do {
    switch (cursor_.kind()) {
      case Kind::Colon: branch.header.end = cursor_.span().begin; break;
      case Kind::Block:
        branch.body = LowerBlock();
        done = true;
        break;
      default:
        if (!IsToken(cursor_.kind())) branch.test = LowerExpr();
    }
  } while (!done && cursor_.Next());
  if (!branch.test) branch.test = ErrorAt(branch.header);
  return branch;
}

// An elif chain is flat in the grammar and nested in the tree: read forwards, build backwards.
StmtId Lowerer::LowerIf(Span span) {
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  ListBuilder<Branch> branches(branches_);
  StmtList orelse;
  const int height = height_;
  branches.Add(LowerBranch(span));
  while (cursor_.Next()) {
    if (cursor_.kind() == Kind::ElseClause) {
      orelse = LowerBlockOfClause();
      continue;
    }
    if (cursor_.kind() != Kind::ElifClause) continue;
    if (height_ > kMaxHeight) {
      cursor_.CollectTrivia();
      continue;
    }
    const Span clause = cursor_.span();
    if (++height_ > kMaxHeight) {
      const StmtId rest = RejectStmt(clause, "nested too deeply");
      orelse = tree_.arena.Copy(std::span(&rest, 1));
      last_end_ = clause.end;
    } else if (cursor_.Down()) {
      branches.Add(LowerBranch(clause));
      while (cursor_.Next()) {
      }
      cursor_.Up();
    }
  }
  cursor_.Up();
  height_ = height;
  for (std::size_t i = branches.size(); i-- > 1;) {
    const Branch& branch = branches[i];
    const StmtId nested =
        AddCompound(branch.span, branch.header, If{branch.test, branch.body, orelse});
    orelse = tree_.arena.Copy(std::span(&nested, 1));
  }
  return AddCompound(span, branches[0].header, If{branches[0].test, branches[0].body, orelse});
}

StmtId Lowerer::LowerWhile(Span span) {
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  const Branch branch = LowerBranch(span);
  StmtList orelse;
  while (cursor_.Next()) {
    if (cursor_.kind() == Kind::ElseClause) orelse = LowerBlockOfClause();
  }
  cursor_.Up();
  return AddCompound(span, branch.header, While{branch.test, branch.body, orelse});
}

StmtId Lowerer::LowerFor(Span span) {
  For loop{};
  Span header = span;
  bool after_in = false;
  last_end_ = span.begin;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::KeywordAsync: loop.is_async = true; break;
      case Kind::KeywordIn: after_in = true; break;
      case Kind::Colon: header.end = cursor_.span().begin; break;
      case Kind::Block: loop.body = LowerBlock(); break;
      case Kind::ElseClause: loop.orelse = LowerBlockOfClause(); break;
      default:
        if (!IsToken(cursor_.kind())) (after_in ? loop.iterable : loop.target) = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!loop.target) loop.target = ErrorAt(header);
  if (!loop.iterable) loop.iterable = ErrorAt(header);
  return AddCompound(span, header, loop);
}

StmtId Lowerer::LowerTry(Span span) {
  ListBuilder<Handler> handlers(handlers_);
  Try statement{};
  Span header = span;
  last_end_ = span.begin;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::Colon: header.end = cursor_.span().begin; break;
      case Kind::Block: statement.body = LowerBlock(); break;
      case Kind::ExceptClause: handlers.Add(LowerHandler(statement.is_star)); break;
      case Kind::ElseClause: statement.orelse = LowerBlockOfClause(); break;
      case Kind::FinallyClause: statement.finally = LowerBlockOfClause(); break;
      default: break;
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (handlers.empty() && statement.finally.empty()) {
    cursor_.Report(header, "expected 'except' or 'finally' block");
  }
  statement.handlers = handlers.Finish(tree_.arena);
  return AddCompound(span, header, statement);
}

Handler Lowerer::LowerHandler(bool& is_star) {
  Handler handler{cursor_.span(), ExprId(), Symbol(), {}};
  ListBuilder<ExprId> types(exprs_);
  ExprId alias;
  bool comma = false;
  bool after_as = false;
  last_end_ = handler.span.begin;
  if (!cursor_.Down()) return handler;
  do {
    switch (cursor_.kind()) {
      case Kind::Star: is_star = true; break;
      case Kind::Comma: comma = true; break;
      case Kind::KeywordAs: after_as = true; break;
      case Kind::Block: handler.body = LowerBlock(); break;
      case Kind::AsPattern: {
        const WithItem item = LowerAsPattern();
        types.Add(item.context);
        alias = item.target;
        break;
      }
      default:
        if (IsToken(cursor_.kind())) break;
        if (after_as) {
          alias = LowerExpr();
        } else {
          types.Add(LowerExpr());
        }
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!types.empty()) handler.type = TupleOf(handler.span, types, comma);
  if (alias) {
    if (const auto* name = std::get_if<Name>(&tree_[alias].node)) {
      handler.name = name->id;
    } else {
      cursor_.Report(tree_[alias].span, "expected a name");
    }
  }
  handler.span.end = std::max(last_end_, handler.span.begin);
  return handler;
}

StmtId Lowerer::LowerWith(Span span) {
  ListBuilder<WithItem> items(with_items_);
  With statement{};
  Span header = span;
  last_end_ = span.begin;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::KeywordAsync: statement.is_async = true; break;
      case Kind::Colon: header.end = cursor_.span().begin; break;
      case Kind::WithClause: LowerWithItems(items); break;
      case Kind::Block: statement.body = LowerBlock(); break;
      default: break;
    }
  } while (cursor_.Next());
  cursor_.Up();
  statement.items = items.Finish(tree_.arena);
  return AddCompound(span, header, statement);
}

void Lowerer::LowerWithItems(ListBuilder<WithItem>& items) {
  if (!cursor_.Down()) return;
  do {
    if (cursor_.kind() == Kind::WithItem && cursor_.Down()) {
      items.Add(LowerWithItem());
      while (cursor_.Next()) {
      }
      cursor_.Up();
    }
  } while (cursor_.Next());
  cursor_.Up();
}

// `with (open(path) as f):` has its `as` inside the parentheses.
WithItem Lowerer::LowerWithItem() {
  int levels = 0;
  bool found = true;
  const Span span = cursor_.span();
  while (found && cursor_.kind() == Kind::ParenthesizedExpression) {
    found = cursor_.Down();
    if (!found) break;
    ++levels;
    while (found && IsToken(cursor_.kind())) found = cursor_.Next();
  }
  WithItem item;
  if (!found) {
    item.context = ErrorAt(span);
  } else if (cursor_.kind() == Kind::AsPattern) {
    item = LowerAsPattern();
  } else {
    const std::uint32_t outer_edge = std::exchange(as_edge_, cursor_.span().end);
    buried_target_ = ExprId();
    item.context = Operand();
    item.target = std::exchange(buried_target_, ExprId());
    as_edge_ = outer_edge;
  }
  for (; levels > 0; --levels) {
    while (cursor_.Next()) {
    }
    cursor_.Up();
  }
  return item;
}

// `with a if b else c as f:` comes as `a if b else (c as f)`, and a lambda likewise. Such an `as`
// ends where the whole item ends; its target is handed to `LowerWithItem`.
ExprId Lowerer::LowerBuriedAs() {
  if (cursor_.span().end != as_edge_) return Reject("invalid syntax");
  const WithItem item = LowerAsPattern();
  buried_target_ = item.target;
  return item.context;
}

// `value as target`.
WithItem Lowerer::LowerAsPattern() {
  const Span span = cursor_.span();
  WithItem item;
  if (cursor_.Down()) {
    do {
      if (IsToken(cursor_.kind())) continue;
      (item.context ? item.target : item.context) = LowerExpr();
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (!item.context) item.context = ErrorAt(span);
  return item;
}

}  // namespace graphmend::syntax
