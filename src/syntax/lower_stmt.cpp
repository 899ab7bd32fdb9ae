// Statement lists and simple statements.
#include <algorithm>
#include <optional>
#include <utility>

#include "syntax/indentation.h"
#include "syntax/lower.h"

namespace graphmend::syntax {
namespace {

std::optional<BinaryOp> AugmentedOpOf(Kind token) {
  switch (token) {
    case Kind::AddAssign: return BinaryOp::Add;
    case Kind::SubAssign: return BinaryOp::Sub;
    case Kind::MulAssign: return BinaryOp::Mul;
    case Kind::MatMulAssign: return BinaryOp::MatMul;
    case Kind::DivAssign: return BinaryOp::Div;
    case Kind::FloorDivAssign: return BinaryOp::FloorDiv;
    case Kind::ModAssign: return BinaryOp::Mod;
    case Kind::PowAssign: return BinaryOp::Pow;
    case Kind::LShiftAssign: return BinaryOp::LShift;
    case Kind::RShiftAssign: return BinaryOp::RShift;
    case Kind::AndAssign: return BinaryOp::BitAnd;
    case Kind::OrAssign: return BinaryOp::BitOr;
    case Kind::XorAssign: return BinaryOp::BitXor;
    default: return std::nullopt;
  }
}

}  // namespace

Lowerer::Lowerer(TSNode root, std::string_view text, base::Interner& interner, Tree& tree)
    : text_(text), interner_(interner), tree_(tree), cursor_(root, text, tree), names_(interner) {}

void Lowerer::LowerModule() {
  ListBuilder<StmtId> list(stmts_);
  if (cursor_.kind() == Kind::Error) {
    cursor_.RecordSkipped();
    list.Add(AddStmt(cursor_.span(), ErrorStmt{}));
  } else if (cursor_.Down(Cursor::Errors::Visit)) {
    LowerStatements(list);
    cursor_.Up();
  }
  tree_.body = list.Finish(tree_.arena);
}

// The statements among the current child and its later siblings. The parser takes a statement
// behind another one on its line where that is followed by a block.
void Lowerer::LowerStatements(ListBuilder<StmtId>& list) {
  std::optional<std::uint32_t> end;  // of the statement before
  do {
    if (IsToken(cursor_.kind())) continue;
    const Span span = cursor_.span();
    if (end && !IsParted(text_, *end, span.begin)) cursor_.Report(span, "invalid syntax");
    list.Add(LowerStmt());
    end = span.end;
  } while (cursor_.Next(Cursor::Errors::Visit));
}

StmtId Lowerer::LowerStmt() {
  const Span span = cursor_.span();
  Enter enter(*this);
  const StmtId stmt =
      enter ? LowerStmtOfKind(cursor_.kind(), span) : RejectStmt(span, "nested too deeply");
  last_end_ = tree_[stmt].span.end;
  return stmt;
}

StmtId Lowerer::LowerStmtOfKind(Kind kind, Span span) {
  switch (kind) {
    case Kind::ExpressionStatement: return LowerExpressionStatement(span);
    case Kind::ReturnStatement: return LowerReturn(span);
    case Kind::IfStatement: return LowerIf(span);
    case Kind::ForStatement: return LowerFor(span);
    case Kind::WhileStatement: return LowerWhile(span);
    case Kind::TryStatement: return LowerTry(span);
    case Kind::WithStatement: return LowerWith(span);
    case Kind::FunctionDefinition: return LowerFunction(span, {});
    case Kind::ClassDefinition: return LowerClass(span, {});
    case Kind::DecoratedDefinition: return LowerDecorated(span);
    case Kind::MatchStatement: return LowerMatch(span);
    case Kind::ImportStatement: return LowerImport(span);
    case Kind::ImportFromStatement: return LowerImportFrom(span, false);
    case Kind::FutureImportStatement: return LowerImportFrom(span, true);
    case Kind::RaiseStatement: return LowerRaise(span);
    case Kind::AssertStatement: return LowerAssert(span);
    case Kind::DeleteStatement: return LowerDelete(span);
    case Kind::PassStatement: return AddStmt(span, Pass{});
    case Kind::BreakStatement: return AddStmt(span, Break{});
    case Kind::ContinueStatement: return AddStmt(span, Continue{});
    case Kind::GlobalStatement: return AddStmt(span, Global{LowerNames()});
    case Kind::NonlocalStatement: return AddStmt(span, Nonlocal{LowerNames()});
    case Kind::TypeAliasStatement: return LowerTypeAlias(span);
    case Kind::PrintStatement: return LowerPrint(span);
    case Kind::ExecStatement: return RejectStmt(span, "missing parentheses in call to 'exec'");
    case Kind::Error: return AddStmt(span, ErrorStmt{});  // recorded by the cursor
    default: return RejectStmt(span, "invalid syntax");
  }
}

StmtId Lowerer::RejectStmt(Span span, std::string message) {
  cursor_.Report(span, std::move(message));
  cursor_.CollectTrivia();
  return AddStmt(span, ErrorStmt{});
}

StmtList Lowerer::LowerBlock() {
  const Span span = cursor_.span();
  ListBuilder<StmtId> list(stmts_);
  if (cursor_.Down(Cursor::Errors::Visit)) {
    LowerStatements(list);
    cursor_.Up();
  }
  if (list.empty()) cursor_.Report({span.begin, span.begin}, "expected an indented block");
  return list.Finish(tree_.arena);
}

// The block of a clause that has nothing else: `else:`, `finally:`.
StmtList Lowerer::LowerBlockOfClause() {
  StmtList body;
  if (!cursor_.Down()) return body;
  do {
    if (cursor_.kind() == Kind::Block) body = LowerBlock();
  } while (cursor_.Next());
  cursor_.Up();
  return body;
}

StmtId Lowerer::LowerExpressionStatement(Span span) {
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  StmtId result;
  if (cursor_.kind() == Kind::Assignment) {
    result = LowerAssignment(span);
  } else if (cursor_.kind() == Kind::AugmentedAssignment) {
    result = LowerAugmentedAssignment(span);
  }
  if (result) {
    while (cursor_.Next()) {
    }
  } else {
    ListBuilder<ExprId> items(exprs_);
    const bool comma = LowerItems(items).comma;
    result = AddStmt(span, ExprStmt{TupleOf(span, items, comma)});
  }
  cursor_.Up();
  return result;
}

// `a = b = value` nests to the right in the grammar; targets are gathered in a loop.
StmtId Lowerer::LowerAssignment(Span span) {
  ListBuilder<ExprId> targets(exprs_);
  ExprId annotation;
  ExprId value;
  int levels = 0;
  bool nested = true;
  while (nested) {
    nested = false;
    const Span here = cursor_.span();
    if (!cursor_.Down()) break;
    ++levels;
    targets.Add(Operand());
    while (!nested && cursor_.Next()) {
      switch (cursor_.kind()) {
        case Kind::Type: annotation = LowerExpr(); break;
        case Kind::Assignment: nested = true; break;
        case Kind::AugmentedAssignment: value = Reject("invalid syntax"); break;
        default:
          if (!IsToken(cursor_.kind())) value = LowerExpr();
      }
    }
    if (!nested && !value && !annotation) value = ErrorAt(here);
  }
  for (; levels > 0; --levels) {
    while (cursor_.Next()) {
    }
    cursor_.Up();
  }
  if (targets.empty()) return AddStmt(span, ErrorStmt{});
  if (!annotation) return AddStmt(span, Assign{targets.Finish(tree_.arena), value});
  if (targets.size() == 1) return AddStmt(span, AnnAssign{targets[0], annotation, value});
  cursor_.Report(span, "invalid syntax");  // a = b: int = c
  return AddStmt(span, ErrorStmt{});
}

StmtId Lowerer::LowerAugmentedAssignment(Span span) {
  std::optional<BinaryOp> op;
  ExprId target;
  ExprId value;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    if (!op && (op = AugmentedOpOf(cursor_.kind()))) continue;
    if (!target) {
      target = Operand();
    } else if (cursor_.kind() == Kind::Assignment || cursor_.kind() == Kind::AugmentedAssignment) {
      value = Reject("invalid syntax");
    } else {
      value = Operand();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!target) target = ErrorAt(span);
  if (!value) value = ErrorAt(span);
  return AddStmt(span, AugAssign{target, op.value_or(BinaryOp::Add), value});
}

StmtId Lowerer::LowerReturn(Span span) {
  ExprId value;
  if (cursor_.Down()) {
    while (cursor_.Next()) value = Operand();
    cursor_.Up();
  }
  return AddStmt(span, Return{value});
}

StmtId Lowerer::LowerRaise(Span span) {
  ExprId exception;
  ExprId cause;
  bool from = false;
  bool python2 = false;
  if (!cursor_.Down()) return AddStmt(span, Raise{});
  while (cursor_.Next()) {
    if (cursor_.kind() == Kind::KeywordFrom) {
      from = true;
    } else if (from) {
      cause = Operand();
    } else {
      python2 = cursor_.kind() == Kind::ExpressionList;
      exception = Operand();
    }
  }
  cursor_.Up();
  if (python2) {  // raise Error, "message"
    cursor_.Report(span, "invalid syntax");
    return AddStmt(span, ErrorStmt{});
  }
  return AddStmt(span, Raise{exception, cause});
}

StmtId Lowerer::LowerAssert(Span span) {
  ExprId parts[2];
  int count = 0;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  while (cursor_.Next()) {
    if (!IsToken(cursor_.kind()) && count < 2) parts[count++] = LowerExpr();
  }
  cursor_.Up();
  if (!parts[0]) parts[0] = ErrorAt(span);
  return AddStmt(span, Assert{parts[0], parts[1]});
}

StmtId Lowerer::LowerDelete(Span span) {
  ListBuilder<ExprId> targets(exprs_);
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  while (cursor_.Next()) {
    if (cursor_.kind() != Kind::ExpressionList) {
      targets.Add(Operand());
    } else if (cursor_.Down(Cursor::Errors::Visit)) {
      LowerItems(targets);
      cursor_.Up();
    }
  }
  cursor_.Up();
  return AddStmt(span, Delete{targets.Finish(tree_.arena)});
}

std::span<const Symbol> Lowerer::LowerNames() {
  ListBuilder<Symbol> names(symbols_);
  if (!cursor_.Down()) return {};
  do {
    if (cursor_.kind() == Kind::Identifier) names.Add(InternHere());
  } while (cursor_.Next());
  cursor_.Up();
  return names.Finish(tree_.arena);
}

// `type Name[parameters] = value`, both sides being a `type` for the grammar. It also takes
// `type(x).y = value` and `type[x] = value` for aliases.
StmtId Lowerer::LowerTypeAlias(Span span) {
  Symbol name;
  ExprId target;
  ExprId value;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  const Span word = cursor_.span();
  while (cursor_.Next()) {
    if (cursor_.kind() != Kind::Type) continue;
    if (name || target) {
      value = LowerExpr();
    } else if (const char c = cursor_.text().empty() ? ' ' : cursor_.text()[0];
               c == '(' || c == '[') {
      target = LowerTypeCall(word);
    } else {
      name = LowerAliasName();
    }
  }
  cursor_.Up();
  if (!value) value = ErrorAt(span);
  if (!target) return AddStmt(span, TypeAlias{name, value});
  return AddStmt(span, Assign{tree_.arena.Copy(std::span<const ExprId>(&target, 1)), value});
}

// Puts `type` back in front of the brackets that start the target.
ExprId Lowerer::LowerTypeCall(Span word) {
  const Span span = cursor_.span();
  const ExprId target = LowerExpr();
  std::vector<ExprId> chain = {target};
  while (true) {
    const ExprNode& node = tree_[chain.back()].node;
    if (const auto* attribute = std::get_if<Attribute>(&node)) {
      chain.push_back(attribute->object);
    } else if (const auto* subscript = std::get_if<Subscript>(&node)) {
      chain.push_back(subscript->object);
    } else if (const auto* call = std::get_if<Call>(&node)) {
      chain.push_back(call->callee);
    } else {
      break;
    }
  }
  // The brackets are the start of the target; a parenthesized operand has lost its own.
  const ExprId leaf = chain.back();
  const Expr inner = tree_[leaf];
  const auto* items = std::get_if<Sequence>(&inner.node);
  const bool own_brackets = items != nullptr && inner.span.begin == span.begin;
  const ExprId name = Add(word, Name{Intern("type")});
  const Span whole = {word.begin, std::max(inner.span.end + (own_brackets ? 0 : 1), word.end)};
  if (own_brackets && items->kind == SequenceKind::List) {
    ListBuilder<ExprId> indices(exprs_);
    for (const ExprId item : items->items) indices.Add(item);
    const ExprId index = TupleOf(inner.span, indices, indices.size() > 1);
    tree_.exprs[leaf] = {whole, Subscript{name, index}};
  } else {
    ListBuilder<Arg> args(args_);
    const auto add = [&](ExprId value) {
      args.Add(Arg{ArgKind::Positional, Symbol(), value, tree_[value].span});
    };
    if (own_brackets) {
      for (const ExprId item : items->items) add(item);
    } else {
      add(Add(inner.span, inner.node));
    }
    tree_.exprs[leaf] = {whole, Call{name, args.Finish(tree_.arena)}};
  }
  for (const ExprId id : chain) tree_.exprs[id].span.begin = word.begin;
  return target;
}

Symbol Lowerer::LowerAliasName() {
  Symbol name;
  int levels = 0;
  while ((cursor_.kind() == Kind::Type || cursor_.kind() == Kind::GenericType) && cursor_.Down()) {
    ++levels;
  }
  if (cursor_.kind() == Kind::Identifier) name = InternHere();
  for (; levels > 0; --levels) {
    while (cursor_.Next()) {
      if (cursor_.kind() == Kind::TypeParameter) PassTypeParameters();
    }
    cursor_.Up();
  }
  if (!name) {
    cursor_.Report(cursor_.span(), "expected a name");
    name = Intern("");
  }
  return name;
}

// `print >>file, x` is a tuple for Python 3; `print x` is nothing.
StmtId Lowerer::LowerPrint(Span span) {
  ListBuilder<ExprId> items(exprs_);
  bool comma = false;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  const Span print = cursor_.span();
  while (cursor_.Next()) {
    const Span here = cursor_.span();
    if (cursor_.kind() == Kind::Chevron) {
      const ExprId file = LowerOnlyChild();
      const ExprId name = Add(print, Name{Intern(cursor_.Text(print))});
      items.Add(Add({span.begin, here.end}, Binary{BinaryOp::RShift, name, file}));
    } else if (cursor_.kind() == Kind::Comma) {
      comma = true;
    } else if (items.empty()) {
      break;
    } else {
      items.Add(Operand());
    }
  }
  cursor_.Up();
  if (!items.empty()) return AddStmt(span, ExprStmt{TupleOf(span, items, comma)});
  cursor_.Reload();
  return RejectStmt(span, "missing parentheses in call to 'print'");
}

}  // namespace graphmend::syntax
