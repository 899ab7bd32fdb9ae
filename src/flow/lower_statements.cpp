// Statements, but for those that are control flow.
#include "base/match.h"
#include "flow/lower.h"

namespace graphmend::flow {

void Lowering::Body(syntax::StmtList body) {
  for (StmtId stmt : body) {
    if (!reachable()) return;
    Statement(stmt);
  }
}

void Lowering::Statement(StmtId id) {
  const syntax::Stmt& stmt = tree_[id];
  StmtId outer_stmt = std::exchange(stmt_, id);
  Span outer_header = std::exchange(header_, stmt.header);
  base::Match(
      stmt.node,
      [&](const syntax::ExprStmt& s) {
        if (!std::holds_alternative<syntax::Literal>(tree_[s.value].node)) Value(s.value);
      },
      [&](const syntax::Assign& s) {
        TempId value = Value(s.value);
        for (ExprId target : s.targets) AssignTo(target, value);
      },
      [&](const syntax::AugAssign& s) { LowerAugAssign(s); },
      [&](const syntax::AnnAssign& s) { LowerAnnAssign(s); },
      [&](const syntax::Return& s) { Leave(Leaving::Return, ValueOrNone(s.value)); },
      [&](const syntax::Raise& s) {
        TempId exception = ValueOrNone(s.exception);
        ValueOrNone(s.cause);
        Terminate(Raise{exception, !exception, false}, header_, s.exception);
      },
      [&](const syntax::Assert& s) { LowerAssert(s); },
      [&](const syntax::Delete& s) {
        for (ExprId target : s.targets) DeleteTarget(target);
      },
      [&](const syntax::Break&) { Leave(Leaving::Break, TempId::None()); },
      [&](const syntax::Continue&) { Leave(Leaving::Continue, TempId::None()); },
      [&](const syntax::Import& s) { LowerImport(s); },
      [&](const syntax::ImportFrom& s) { LowerImportFrom(s); },
      [&](const syntax::If&) { LowerIf(id); }, [&](const syntax::While& s) { LowerWhile(s); },
      [&](const syntax::For& s) { LowerFor(s); }, [&](const syntax::Try& s) { LowerTry(s); },
      [&](const syntax::With& s) { LowerWith(s, 0); },
      [&](const syntax::FunctionStmt& s) { LowerFunctionStmt(s.function); },
      [&](const syntax::ClassStmt& s) { LowerClassStmt(s.cls); },
      [&](const syntax::Match& s) { LowerMatch(s); },
      [&](const syntax::TypeAlias& s) {
        StoreVariable(s.name, Emit(Unknown{}, s.value), header_, s.value);
      },
      [](const syntax::ErrorStmt&) {}, [](const syntax::Pass&) {}, [](const syntax::Global&) {},
      [](const syntax::Nonlocal&) {}, [](std::monostate) {});
  stmt_ = outer_stmt;
  header_ = outer_header;
}

void Lowering::LowerAugAssign(const syntax::AugAssign& s) {
  const syntax::ExprNode& node = tree_[s.target].node;
  auto combine = [&](TempId old) {
    TempId operand = Value(s.value);
    return Emit(Binary{s.op, old, operand, true}, header_);
  };
  if (const auto* name = std::get_if<syntax::Name>(&node)) {
    TempId result = combine(LoadVariable(name->id, s.target));
    StoreVariable(name->id, result, SpanOf(s.target), s.target);
  } else if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) {
    TempId object = Value(attribute->object);
    TempId result = combine(LoadAttr(object, attribute->name, s.target));
    EmitEffect(SetAttr{object, attribute->name, result}, s.target);
  } else if (const auto* subscript = std::get_if<syntax::Subscript>(&node)) {
    TempId object = Value(subscript->object);
    TempId index = Value(subscript->index);
    TempId result = combine(LoadItem(object, index, s.target));
    EmitEffect(SetItem{object, index, result}, s.target);
  } else {
    Value(s.value);
  }
}

// Annotations are not evaluated: those of locals never are, and no one reads the others from here.
void Lowering::LowerAnnAssign(const syntax::AnnAssign& s) {
  if (s.value) AssignTo(s.target, Value(s.value));
}

namespace {

// A string literal, or a sum of them, which CPython folds before Dynamo sees it.
bool IsLiteralText(const syntax::Tree& tree, syntax::ExprId id) {
  if (const auto* sum = std::get_if<syntax::Binary>(&tree[id].node))
    return sum->op == syntax::BinaryOp::Add && IsLiteralText(tree, sum->left) &&
           IsLiteralText(tree, sum->right);
  const auto* literal = std::get_if<syntax::Literal>(&tree[id].node);
  return literal && literal->kind == syntax::LiteralKind::Str;
}

}  // namespace

void Lowering::LowerAssert(const syntax::Assert& s) {
  literal_message_ = !s.message || IsLiteralText(tree_, s.message);
  BlockId pass = NewBlock(), fail = NewBlock();
  Condition(s.test, pass, fail, BranchKind::Assert);
  Start(fail);
  ValueOrNone(s.message);
  Terminate(Raise{TempId::None(), false, true}, header_, s.test);
  Start(pass);
}

void Lowering::LowerImport(const syntax::Import& s) {
  for (const syntax::ImportAlias& alias : s.names) {
    TempId module = Emit(Import{alias.name, 0, {}, static_cast<bool>(alias.as)}, alias.span);
    StoreVariable(names::BoundName(alias, interner_), module, alias.span, ExprId::None());
  }
}

void Lowering::LowerImportFrom(const syntax::ImportFrom& s) {
  if (s.star) Emit(Import{s.module, s.level, interner_.Intern("*"), false}, header_);
  for (const syntax::ImportAlias& alias : s.names) {
    TempId value = Emit(Import{s.module, s.level, alias.name, false}, alias.span);
    StoreVariable(alias.as ? alias.as : alias.name, value, alias.span, ExprId::None());
  }
}

void Lowering::LowerFunctionStmt(syntax::FunctionId id) {
  const syntax::Function& function = tree_[id];
  std::vector<TempId> decorators = LowerDecorators(function.decorators);
  TempId value = MakeFunctionOf(id, header_, ExprId::None());
  value = Decorate(value, function.decorators, decorators);
  StoreVariable(function.name, value, function.name_span, ExprId::None());
}

void Lowering::LowerClassStmt(syntax::ClassId id) {
  const syntax::Class& cls = tree_[id];
  std::vector<TempId> decorators = LowerDecorators(cls.decorators);
  std::span<const CallArg> bases = LowerArgs(cls.bases);
  TempId value = Emit(MakeClass{id, bases}, header_);
  value = Decorate(value, cls.decorators, decorators);
  StoreVariable(cls.name, value, cls.name_span, ExprId::None());
}

std::vector<TempId> Lowering::LowerDecorators(syntax::ExprList decorators) {
  std::vector<TempId> temps;
  temps.reserve(decorators.size());
  for (ExprId decorator : decorators) temps.push_back(Value(decorator));
  return temps;
}

TempId Lowering::Decorate(TempId value, syntax::ExprList decorators,
                          const std::vector<TempId>& temps) {
  for (std::size_t i = temps.size(); i-- > 0;) {
    std::vector<CallArg> args{{syntax::ArgKind::Positional, {}, value}};
    // No expression: the decorator's own is that of the callee.
    value = Emit(Call{temps[i], graph_->arena.Copy(args)}, SpanOf(decorators[i]));
  }
  return value;
}

}  // namespace graphmend::flow
