// `match` and its patterns.
#include "syntax/lower.h"

namespace graphmend::syntax {

StmtId Lowerer::LowerMatch(Span span) {
  ListBuilder<ExprId> subjects(exprs_);
  ListBuilder<Case> cases(cases_);
  Span header = span;
  bool comma = false;
  Span inside = {span.begin, span.begin};
  last_end_ = span.begin;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::Comma:
        comma = true;
        inside.end = cursor_.span().end;
        break;
      case Kind::Colon: header.end = cursor_.span().begin; break;
      case Kind::Block:
        if (!cursor_.Down()) break;
        do {
          if (cursor_.kind() == Kind::CaseClause) cases.Add(LowerCase());
        } while (cursor_.Next());
        cursor_.Up();
        break;
      default:
        if (IsToken(cursor_.kind())) break;
        if (subjects.empty()) inside.begin = cursor_.span().begin;
        inside.end = cursor_.span().end;
        subjects.Add(LowerExpr());
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (cases.empty()) cursor_.Report(header, "expected an indented block");
  const ExprId subject = TupleOf(inside, subjects, comma);
  return AddCompound(span, header, Match{subject, cases.Finish(tree_.arena)});
}

Case Lowerer::LowerCase() {
  Case result{cursor_.span(), PatternId(), ExprId(), {}};
  ListBuilder<PatternId> patterns(patterns_);
  Span inside = {result.span.begin, result.span.begin};
  bool comma = false;
  last_end_ = result.span.begin;
  if (!cursor_.Down()) return result;
  do {
    switch (cursor_.kind()) {
      case Kind::CasePattern:
        if (patterns.empty()) inside.begin = cursor_.span().begin;
        inside.end = cursor_.span().end;
        patterns.Add(LowerPattern());
        break;
      case Kind::Comma:
        comma = true;
        inside.end = cursor_.span().end;
        break;
      case Kind::IfClause: result.guard = LowerOnlyChild(); break;
      case Kind::Block: result.body = LowerBlock(); break;
      default: break;
    }
  } while (cursor_.Next());
  cursor_.Up();
  result.span.end = last_end_;
  if (patterns.empty()) {
    result.pattern = BadPattern(inside, "expected a pattern");
  } else if (patterns.size() == 1 && !comma) {
    result.pattern = patterns[0];
  } else {
    result.pattern = AddPattern(inside, SequencePattern{patterns.Finish(tree_.arena)});
  }
  return result;
}

// A place where a pattern should be. It matches nothing that is known.
PatternId Lowerer::BadPattern(Span span, std::string message) {
  cursor_.Report(span, std::move(message));
  return AddPattern(span, ValuePattern{ErrorAt(span)});
}

// `_` binds nothing, which is an empty name.
Symbol Lowerer::CaptureName(std::string_view text) { return text == "_" ? Symbol() : Intern(text); }

PatternId Lowerer::LowerPattern() {
  const Span span = cursor_.span();
  Enter enter(*this);
  if (!enter) {
    cursor_.CollectTrivia();
    return BadPattern(span, "nested too deeply");
  }
  switch (cursor_.kind()) {
    case Kind::CasePattern: return LowerPatternInside();
    case Kind::Underscore: return AddPattern(span, CapturePattern{});
    case Kind::AsPattern: return LowerCaseAs();
    case Kind::ListPattern: return LowerPatternSequence(span, false);
    case Kind::TuplePattern: return LowerPatternSequence(span, true);
    case Kind::UnionPattern: return LowerUnionPattern();
    case Kind::DictPattern: return LowerMappingPattern();
    case Kind::ClassPattern: return LowerClassPattern();
    case Kind::SplatPattern: return LowerSplatPattern();
    case Kind::KeywordPattern: cursor_.CollectTrivia(); return BadPattern(span, "invalid syntax");
    case Kind::DottedName:
      if (cursor_.text().find('.') == std::string_view::npos) {
        return AddPattern(span, CapturePattern{CaptureName(cursor_.text())});
      }
      break;
    default: break;
  }
  const Span begin = cursor_.span();
  const ExprId value = LowerPatternValue();
  return AddPattern({begin.begin, tree_[value].span.end}, ValuePattern{value});
}

// The one pattern inside a `case_pattern`; a minus sign comes as a token before its number.
PatternId Lowerer::LowerPatternInside() {
  const Span span = cursor_.span();
  PatternId pattern;
  if (cursor_.Down()) {
    do {
      if (!pattern) pattern = LowerPattern();
    } while (cursor_.Next());
    cursor_.Up();
  }
  return pattern ? pattern : BadPattern(span, "expected a pattern");
}

// `group`: round brackets, which only group around one pattern without a comma.
PatternId Lowerer::LowerPatternSequence(Span span, bool group) {
  ListBuilder<PatternId> items(patterns_);
  bool comma = false;
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() == Kind::Comma) {
        comma = true;
      } else if (cursor_.kind() == Kind::CasePattern) {
        items.Add(LowerPattern());
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (group && items.size() == 1 && !comma &&
      !std::holds_alternative<StarPattern>(tree_[items[0]].node)) {
    return items[0];
  }
  return AddPattern(span, SequencePattern{items.Finish(tree_.arena)});
}

PatternId Lowerer::LowerUnionPattern() {
  const Span span = cursor_.span();
  ListBuilder<PatternId> alternatives(patterns_);
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() != Kind::Pipe) alternatives.Add(LowerPattern());
    } while (cursor_.Next());
    cursor_.Up();
  }
  return AddPattern(span, OrPattern{alternatives.Finish(tree_.arena)});
}

PatternId Lowerer::LowerMappingPattern() {
  const Span span = cursor_.span();
  ListBuilder<ExprId> keys(exprs_);
  ListBuilder<PatternId> values(patterns_);
  Symbol rest;
  if (cursor_.Down()) {
    do {
      switch (cursor_.kind()) {
        case Kind::SplatPattern:
          if (const auto* star = std::get_if<StarPattern>(&tree_[LowerSplatPattern()].node)) {
            rest = star->name;
          }
          break;
        case Kind::CasePattern: values.Add(LowerPattern()); break;
        default:
          if (cursor_.kind() == Kind::Minus || !IsToken(cursor_.kind())) {
            keys.Add(LowerPatternValue());
          }
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  while (values.size() < keys.size()) values.Add(BadPattern(span, "expected a pattern"));
  while (keys.size() < values.size()) keys.Add(ErrorAt(span));
  return AddPattern(span,
                    MappingPattern{keys.Finish(tree_.arena), values.Finish(tree_.arena), rest});
}

PatternId Lowerer::LowerClassPattern() {
  const Span span = cursor_.span();
  ListBuilder<PatternId> positional(patterns_);
  ListBuilder<Symbol> names(symbols_);
  std::vector<PatternId> named;
  ExprId cls;
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() == Kind::DottedName) {
        cls = LowerDottedValue();
        continue;
      }
      if (cursor_.kind() != Kind::CasePattern || !cursor_.Down()) continue;
      if (cursor_.kind() != Kind::KeywordPattern) {
        positional.Add(LowerPattern());
      } else {
        LowerKeywordPattern(names, named);
      }
      while (cursor_.Next()) {
      }
      cursor_.Up();
    } while (cursor_.Next());
    cursor_.Up();
  }
  return AddPattern(span, ClassPattern{cls ? cls : ErrorAt(span), positional.Finish(tree_.arena),
                                       names.Finish(tree_.arena), tree_.arena.Copy(named)});
}

// `name=pattern`.
void Lowerer::LowerKeywordPattern(ListBuilder<Symbol>& names, std::vector<PatternId>& named) {
  const Span span = cursor_.span();
  PatternId pattern;
  bool after_equals = false;
  if (!cursor_.Down()) return;
  names.Add(InternHere());
  while (cursor_.Next()) {
    if (cursor_.kind() == Kind::Assign) {
      after_equals = true;
    } else if (after_equals && !pattern) {
      pattern = LowerPattern();
    }
  }
  cursor_.Up();
  named.push_back(pattern ? pattern : BadPattern(span, "expected a pattern"));
}

// `pattern as name`.
PatternId Lowerer::LowerCaseAs() {
  const Span span = cursor_.span();
  PatternId pattern;
  Symbol name;
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() == Kind::Identifier) {
        name = InternHere();
      } else if (cursor_.kind() == Kind::CasePattern) {
        pattern = LowerPattern();
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (!pattern) pattern = BadPattern(span, "expected a pattern");
  return AddPattern(span, AsPattern{pattern, name});
}

PatternId Lowerer::LowerSplatPattern() {
  const Span span = cursor_.span();
  Symbol name;
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() == Kind::Identifier) name = CaptureName(cursor_.text());
    } while (cursor_.Next());
    cursor_.Up();
  }
  return AddPattern(span, StarPattern{name});
}

// A literal or dotted name. At a minus sign the number that follows is read too.
ExprId Lowerer::LowerPatternValue() {
  const Span span = cursor_.span();
  switch (cursor_.kind()) {
    case Kind::DottedName: return LowerDottedValue();
    case Kind::ComplexPattern: return LowerComplexPattern();
    case Kind::Minus: {
      if (!cursor_.Next()) return ErrorAt(span);
      const ExprId number = Operand();
      return Add({span.begin, tree_[number].span.end}, Unary{UnaryOp::Negate, number});
    }
    default: return Operand();
  }
}

ExprId Lowerer::LowerDottedValue() {
  const Span span = cursor_.span();
  ExprId value;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (cursor_.kind() != Kind::Identifier) continue;
    const Span part = cursor_.span();
    value = value ? Add({span.begin, part.end}, Attribute{value, InternHere(), part}) : LowerExpr();
  } while (cursor_.Next());
  cursor_.Up();
  return value ? value : ErrorAt(span);
}

// `-1 + 2j`.
ExprId Lowerer::LowerComplexPattern() {
  const Span span = cursor_.span();
  ExprId left;
  ExprId right;
  BinaryOp op = BinaryOp::Add;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (!left) {
      left = LowerPatternValue();
    } else if (cursor_.kind() == Kind::Minus) {
      op = BinaryOp::Sub;
    } else if (!IsToken(cursor_.kind())) {
      right = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  return Add(span, Binary{op, left, right ? right : ErrorAt(span)});
}

}  // namespace graphmend::syntax
