// Annotations. The grammar has nodes of its own for what Python reads as ordinary expressions, so
// they become the same subscripts, slices and `|` that an expression would have become.
#include "syntax/lower.h"

namespace graphmend::syntax {

ExprId Lowerer::LowerType() { return LowerOnlyChild(); }

// `List[int]`, whose brackets are a `type_parameter`.
ExprId Lowerer::LowerGenericType() {
  const Span span = cursor_.span();
  ExprId object;
  ExprId index;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (cursor_.kind() != Kind::TypeParameter) {
      if (!IsToken(cursor_.kind())) object = LowerExpr();
      continue;
    }
    ListBuilder<ExprId> items(exprs_);
    Extent extent{cursor_.span(), false};
    if (cursor_.Down(Cursor::Errors::Visit)) {
      extent = LowerItems(items);
      cursor_.Up();
    }
    index = IndexOf(extent, items);
  } while (cursor_.Next());
  cursor_.Up();
  if (!object) object = ErrorAt(span);
  return Add(span, Subscript{object, index ? index : ErrorAt(span)});
}

// `List[a] | b | c` comes as `List[a] | (b | c)`; Python groups to the left.
ExprId Lowerer::LowerUnionType() {
  const Span span = cursor_.span();
  ExprId left;
  ExprId right;
  Span right_span = span;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (IsToken(cursor_.kind())) continue;
    if (left) {
      right_span = cursor_.span();
      right = LowerExpr();
    } else {
      left = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!left) left = ErrorAt(span);
  if (!right) right = ErrorAt(span);
  std::vector<ExprId> spine;  // empty if there is no `|` or it has parentheses
  if (tree_[right].span == right_span) spine = LeftSpine(right, BinaryOp::BitOr);
  const ExprId first = spine.empty() ? right : std::get<Binary>(tree_[spine.back()].node).left;
  const std::uint32_t end = spine.empty() ? span.end : tree_[first].span.end;
  return Regrow(span, Add({span.begin, end}, Binary{BinaryOp::BitOr, left, first}), spine);
}

ExprId Lowerer::LowerMemberType() {
  const Span span = cursor_.span();
  ExprId object;
  Span name = {span.end, span.end};
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (IsToken(cursor_.kind())) continue;
    if (object) {
      name = cursor_.span();
    } else {
      object = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!object) object = ErrorAt(span);
  return Add(span, Attribute{object, Intern(cursor_.Text(name)), name});
}

// In an annotation `A[1:2]` is a slice. (The bound of a type parameter has no place in the tree.)
ExprId Lowerer::LowerConstrainedType() {
  const Span span = cursor_.span();
  ExprId parts[2];
  int count = 0;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (!IsToken(cursor_.kind()) && count < 2) parts[count++] = LowerExpr();
  } while (cursor_.Next());
  cursor_.Up();
  if (const auto* rest = parts[1] ? std::get_if<Slice>(&tree_[parts[1]].node) : nullptr) {
    return Add(span, Slice{parts[0], rest->lower, rest->upper});
  }
  return Add(span, Slice{parts[0], parts[1], ExprId()});
}

// `*Ts`; `**P` occurs only among type parameters.
ExprId Lowerer::LowerSplatType() { return LowerStarred(); }

// The type parameters of a definition (PEP 695) say nothing about what runs. The grammar does not
// know their defaults (PEP 696): it skips `T =` as an error, which is none.
void Lowerer::PassTypeParameters() {
  if (!cursor_.Down(Cursor::Errors::Visit)) return;
  do {
    if (cursor_.kind() != Kind::Error) {
      cursor_.CollectTrivia();
    } else if (cursor_.text().ends_with("=")) {
      tree_.errors.pop_back();
      excused_ = true;
    }
  } while (cursor_.Next(Cursor::Errors::Visit));
  cursor_.Up();
}

}  // namespace graphmend::syntax
