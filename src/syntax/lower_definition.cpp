// Functions, classes, lambdas and their parameters.
#include <algorithm>
#include <utility>

#include "syntax/lower.h"

namespace graphmend::syntax {

StmtId Lowerer::LowerDecorated(Span span) {
  ListBuilder<ExprId> decorators(exprs_);
  StmtId result;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::Decorator: decorators.Add(LowerDecorator()); break;
      case Kind::FunctionDefinition:
        result = LowerFunction(span, decorators.Finish(tree_.arena));
        break;
      case Kind::ClassDefinition: result = LowerClass(span, decorators.Finish(tree_.arena)); break;
      default: break;
    }
  } while (cursor_.Next());
  cursor_.Up();
  return result ? result : AddStmt(span, ErrorStmt{});
}

// A comment may stand before the invisible newline that ends a decorator.
ExprId Lowerer::LowerDecorator() {
  const Span span = cursor_.span();
  ExprId value;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (!IsToken(cursor_.kind())) value = LowerExpr();
  } while (cursor_.Next());
  cursor_.Up();
  return value ? value : ErrorAt(span);
}

// `span` takes in the decorators. Defaults, annotations and decorators belong to the scope outside.
StmtId Lowerer::LowerFunction(Span span, ExprList decorators) {
  Span header = cursor_.span();
  const FunctionId id = tree_.functions.Add(Function{});
  Function function{};
  function.parent = scope_.function;
  function.cls = scope_.cls;
  function.decorators = decorators;
  last_end_ = header.begin;
  if (cursor_.Down()) {
    do {
      switch (cursor_.kind()) {
        case Kind::KeywordAsync: function.is_async = true; break;
        case Kind::Identifier:
          function.name = InternHere();
          function.name_span = cursor_.span();
          break;
        case Kind::TypeParameter: PassTypeParameters(); break;
        case Kind::Parameters: function.params = LowerParameters(); break;
        case Kind::Type: function.returns = LowerExpr(); break;
        case Kind::Colon: header.end = cursor_.span().begin; break;
        case Kind::Block: {
          const Scope outer = std::exchange(scope_, Scope{id, ClassId()});
          function.body = LowerBlock();
          scope_ = outer;
          break;
        }
        default: break;
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  function.is_generator = tree_.functions[id].is_generator;
  const StmtId stmt = AddCompound(span, header, FunctionStmt{id});
  function.span = tree_[stmt].span;
  tree_.functions[id] = function;
  return stmt;
}

StmtId Lowerer::LowerClass(Span span, ExprList decorators) {
  Span header = cursor_.span();
  const ClassId id = tree_.classes.Add(Class{});
  Class cls{};
  cls.function = scope_.function;
  cls.cls = scope_.cls;
  cls.decorators = decorators;
  last_end_ = header.begin;
  if (cursor_.Down()) {
    do {
      switch (cursor_.kind()) {
        case Kind::Identifier:
          cls.name = InternHere();
          cls.name_span = cursor_.span();
          break;
        case Kind::TypeParameter: PassTypeParameters(); break;
        case Kind::ArgumentList: cls.bases = LowerArguments(); break;
        case Kind::Colon: header.end = cursor_.span().begin; break;
        case Kind::Block: {
          const Scope outer = std::exchange(scope_, Scope{scope_.function, id});
          cls.body = LowerBlock();
          scope_ = outer;
          break;
        }
        default: break;
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  const StmtId stmt = AddCompound(span, header, ClassStmt{id});
  cls.span = tree_[stmt].span;
  tree_.classes[id] = cls;
  return stmt;
}

ExprId Lowerer::LowerLambda() {
  const Span span = cursor_.span();
  const FunctionId id = tree_.functions.Add(Function{});
  Function function{};
  function.name = Intern("<lambda>");
  function.span = span;
  function.name_span = {span.begin, std::min(span.end, span.begin + 6)};  // the word `lambda`
  function.parent = scope_.function;
  function.cls = scope_.cls;
  if (cursor_.Down()) {
    do {
      if (IsToken(cursor_.kind())) continue;
      if (cursor_.kind() == Kind::LambdaParameters) {
        function.params = LowerParameters();
        continue;
      }
      const Scope outer = std::exchange(scope_, Scope{id, ClassId()});
      function.lambda_body = LowerExpr();
      scope_ = outer;
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (!function.lambda_body) function.lambda_body = ErrorAt(span);
  if (buried_target_) function.span.end = tree_[function.lambda_body].span.end;
  function.is_generator = tree_.functions[id].is_generator;
  tree_.functions[id] = function;
  return Add(function.span, Lambda{id});
}

std::span<const Param> Lowerer::LowerParameters() {
  ListBuilder<Param> params(params_);
  ParamKind normal = ParamKind::Normal;
  if (!cursor_.Down()) return {};
  do {
    switch (cursor_.kind()) {
      case Kind::PositionalSeparator:
        for (std::size_t i = 0; i < params.size(); ++i) {
          if (params[i].kind == ParamKind::Normal) params[i].kind = ParamKind::PositionalOnly;
        }
        break;
      case Kind::KeywordSeparator: normal = ParamKind::KeywordOnly; break;
      case Kind::TuplePattern: Reject("invalid syntax"); break;  // Python 2: def f((a, b))
      default:
        if (IsToken(cursor_.kind())) break;
        params.Add(LowerParameter(normal));
        if (params[params.size() - 1].kind == ParamKind::VarArgs) normal = ParamKind::KeywordOnly;
    }
  } while (cursor_.Next());
  cursor_.Up();
  return params.Finish(tree_.arena);
}

Param Lowerer::LowerParameter(ParamKind normal) {
  Param param{Symbol(), normal, ExprId(), ExprId(), cursor_.span()};
  const Kind kind = cursor_.kind();
  const bool compound = kind == Kind::DefaultParameter || kind == Kind::TypedParameter ||
                        kind == Kind::TypedDefaultParameter;
  if (!compound) {
    NameParameter(param);
    return param;
  }
  bool after_equals = false;
  if (!cursor_.Down()) return param;
  do {
    if (cursor_.kind() == Kind::Assign) {
      after_equals = true;
    } else if (cursor_.kind() == Kind::Type) {
      param.annotation = LowerExpr();
    } else if (IsToken(cursor_.kind())) {
      continue;
    } else if (after_equals) {
      param.default_value = LowerExpr();
    } else {
      NameParameter(param);
    }
  } while (cursor_.Next());
  cursor_.Up();
  return param;
}

// `name`, `*name` or `**name`.
void Lowerer::NameParameter(Param& param) {
  switch (cursor_.kind()) {
    case Kind::Identifier: param.name = InternHere(); return;
    case Kind::ListSplatPattern: param.kind = ParamKind::VarArgs; break;
    case Kind::DictionarySplatPattern: param.kind = ParamKind::KwArgs; break;
    default: Reject("invalid syntax"); return;
  }
  if (!cursor_.Down()) return;
  do {
    if (cursor_.kind() == Kind::Identifier) param.name = InternHere();
  } while (cursor_.Next());
  cursor_.Up();
  if (!param.name) cursor_.Report(param.span, "invalid syntax");
}

}  // namespace graphmend::syntax
