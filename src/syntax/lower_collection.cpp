// Expressions that hold lists: displays, comprehensions, calls and subscripts.
#include <utility>

#include "syntax/lower.h"

namespace graphmend::syntax {

// The elements among the current child and its later siblings. Brackets are passed over.
Lowerer::Extent Lowerer::LowerItems(ListBuilder<ExprId>& items) {
  Extent extent;
  bool first = true;
  do {
    const Span child = cursor_.span();
    const bool comma = cursor_.kind() == Kind::Comma;
    if (!comma && IsToken(cursor_.kind())) continue;
    if (std::exchange(first, false)) extent.span.begin = child.begin;
    extent.span.end = child.end;
    if (comma) {
      extent.comma = true;
    } else {
      items.Add(LowerExpr());
    }
  } while (cursor_.Next(Cursor::Errors::Visit));
  return extent;
}

// One element without a comma stands for itself.
ExprId Lowerer::TupleOf(Span span, const ListBuilder<ExprId>& items, bool comma) {
  if (items.empty()) return ErrorAt(span);
  if (items.size() == 1 && !comma) return items[0];
  return Add(span, Sequence{SequenceKind::Tuple, items.Finish(tree_.arena)});
}

ExprId Lowerer::LowerSequence(SequenceKind kind) {
  const Span span = cursor_.span();
  ListBuilder<ExprId> items(exprs_);
  if (cursor_.Down(Cursor::Errors::Visit)) {
    LowerItems(items);
    cursor_.Up();
  }
  return Add(span, Sequence{kind, items.Finish(tree_.arena)});
}

// `(a) = 1` assigns to `a`; `(a,) = b` and `() = b` unpack.
ExprId Lowerer::LowerTargetTuple() {
  const Span span = cursor_.span();
  ListBuilder<ExprId> items(exprs_);
  bool comma = false;
  if (cursor_.Down()) {
    comma = LowerItems(items).comma;
    cursor_.Up();
  }
  if (items.size() == 1 && !comma) return items[0];
  return Add(span, Sequence{SequenceKind::Tuple, items.Finish(tree_.arena)});
}

ExprId Lowerer::LowerDictionary() {
  const Span span = cursor_.span();
  ListBuilder<ExprId> keys(exprs_);
  ListBuilder<ExprId> values(dict_values_);
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    const Span item = cursor_.span();
    const bool splat = cursor_.kind() == Kind::DictionarySplat;
    if (!splat && cursor_.kind() != Kind::Pair) continue;
    ExprId parts[2];
    int part = splat ? 1 : 0;
    if (cursor_.Down()) {
      do {
        if (!IsToken(cursor_.kind()) && part < 2) parts[part++] = LowerExpr();
      } while (cursor_.Next());
      cursor_.Up();
    }
    // What is left out: see long_displays.h.
    if (splat && text_[item.begin] != '*') parts[1] = ErrorAt(item);
    keys.Add(splat || parts[0] ? parts[0] : ErrorAt(item));
    values.Add(parts[1] ? parts[1] : ErrorAt(item));
  } while (cursor_.Next());
  cursor_.Up();
  return Add(span, Dict{keys.Finish(tree_.arena), values.Finish(tree_.arena)});
}

ExprId Lowerer::LowerStarred() {
  const Span span = cursor_.span();
  ExprId value = LowerOnlyChild();
  // What is left out (see long_displays.h), or what stands in parentheses.
  if (text_[span.begin] != '*' && text_[span.begin] != '(') value = ErrorAt(span);
  return Add(span, Starred{value});
}

ExprId Lowerer::LowerSlice() {
  const Span span = cursor_.span();
  ExprId parts[3];
  int at = 0;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (cursor_.kind() == Kind::Colon) {
      at = at < 2 ? at + 1 : at;
    } else {
      parts[at] = Operand();
    }
  } while (cursor_.Next());
  cursor_.Up();
  return Add(span, Slice{parts[0], parts[1], parts[2]});
}

ExprId Lowerer::FinishSubscript(Span span, ExprId left) {
  ListBuilder<ExprId> items(exprs_);
  Extent extent{{span.end, span.end}, false};
  if (cursor_.Next(Cursor::Errors::Visit)) extent = LowerItems(items);
  return Add(span, Subscript{left, IndexOf(extent, items)});
}

// `a[*b]` has a tuple for its index even without a comma.
ExprId Lowerer::IndexOf(const Extent& extent, const ListBuilder<ExprId>& items) {
  const bool lone_star = items.size() == 1 && std::holds_alternative<Starred>(tree_[items[0]].node);
  return TupleOf(extent.span, items, extent.comma || lone_star);
}

ExprId Lowerer::FinishCall(Span span, ExprId left) {
  std::span<const Arg> args;
  bool found = false;
  while (!found && cursor_.Next()) {
    const Span here = cursor_.span();
    found = true;
    if (cursor_.kind() == Kind::ArgumentList) {
      args = LowerArguments();
    } else if (cursor_.kind() == Kind::GeneratorExpression) {  // f(x for x in y)
      ListBuilder<Arg> only(args_);
      const ExprId value = LowerExpr();
      only.Add(Arg{ArgKind::Positional, Symbol(), value, here});
      args = only.Finish(tree_.arena);
    }
  }
  return Add(span, Call{left, args});
}

std::span<const Arg> Lowerer::LowerArguments() {
  ListBuilder<Arg> args(args_);
  if (!cursor_.Down(Cursor::Errors::Visit)) return {};
  do {
    if (!IsToken(cursor_.kind())) args.Add(LowerArgument());
  } while (cursor_.Next(Cursor::Errors::Visit));
  cursor_.Up();
  return args.Finish(tree_.arena);
}

Arg Lowerer::LowerArgument() {
  const Kind kind = cursor_.kind();
  const bool wrapped =
      kind == Kind::ListSplat || kind == Kind::DictionarySplat || kind == Kind::KeywordArgument;
  Arg arg{ArgKind::Positional, Symbol(), ExprId(), cursor_.span()};
  if (!wrapped) {
    arg.value = LowerExpr();
    if (const auto* starred = std::get_if<Starred>(&tree_[arg.value].node)) {
      arg.kind = ArgKind::Star;
      arg.value = starred->value;
    }
    return arg;
  }
  arg.kind = kind == Kind::ListSplat         ? ArgKind::Star
             : kind == Kind::DictionarySplat ? ArgKind::DoubleStar
                                             : ArgKind::Keyword;
  bool named = kind != Kind::KeywordArgument;
  if (cursor_.Down()) {
    do {
      if (IsToken(cursor_.kind())) continue;
      if (named) {
        arg.value = LowerExpr();
      } else {
        arg.name = InternHere();
        named = true;
      }
    } while (!arg.value && cursor_.Next());
    cursor_.Up();
  }
  if (!arg.value) arg.value = ErrorAt(arg.span);
  return arg;
}

ExprId Lowerer::LowerComprehension(ComprehensionKind kind) {
  const Span span = cursor_.span();
  ListBuilder<Clause> clauses(clauses_);
  ListBuilder<ExprId> conditions(exprs_);
  ExprId parts[2];
  int count = 0;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (IsToken(cursor_.kind())) continue;
    if (cursor_.kind() == Kind::ForInClause) {
      if (!clauses.empty()) clauses[clauses.size() - 1].conditions = conditions.Take(tree_.arena);
      clauses.Add(LowerClause());
    } else if (cursor_.kind() == Kind::IfClause) {
      conditions.Add(LowerOnlyChild());
    } else if (cursor_.kind() == Kind::Pair) {
      if (!cursor_.Down()) continue;
      do {
        if (!IsToken(cursor_.kind()) && count < 2) parts[count++] = LowerExpr();
      } while (cursor_.Next());
      cursor_.Up();
    } else if (count == 0) {
      parts[count++] = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!clauses.empty()) clauses[clauses.size() - 1].conditions = conditions.Take(tree_.arena);
  if (!parts[0]) parts[0] = ErrorAt(span);
  if (kind == ComprehensionKind::Dict && !parts[1]) parts[1] = ErrorAt(span);
  return Add(span, Comprehension{kind, parts[0], parts[1], clauses.Finish(tree_.arena)});
}

// The expression of a node that has exactly one, between tokens: `if x`, `*x`, `>> x`.
ExprId Lowerer::LowerOnlyChild() {
  const Span span = cursor_.span();
  ExprId value;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (!IsToken(cursor_.kind())) value = LowerExpr();
  } while (!value && cursor_.Next());
  cursor_.Up();
  return value ? value : ErrorAt(span);
}

Clause Lowerer::LowerClause() {
  const Span span = cursor_.span();
  Clause clause{};
  ListBuilder<ExprId> iterables(exprs_);
  bool after_in = false;
  bool comma = false;
  if (cursor_.Down()) {
    do {
      switch (cursor_.kind()) {
        case Kind::KeywordAsync: clause.is_async = true; break;
        case Kind::KeywordIn: after_in = true; break;
        case Kind::Comma: comma = true; break;
        default:
          if (IsToken(cursor_.kind())) break;
          if (after_in) {
            iterables.Add(LowerExpr());
          } else {
            clause.target = LowerExpr();
          }
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (comma) cursor_.Report(span, "invalid syntax");  // Python 2: for x in a, b
  if (!clause.target) clause.target = ErrorAt(span);
  clause.iterable = TupleOf(span, iterables, comma);
  return clause;
}

}  // namespace graphmend::syntax
