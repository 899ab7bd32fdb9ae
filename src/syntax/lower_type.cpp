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
    Span inside = cursor_.span();
    bool comma = false;
    if (inside.size() >= 2) inside = {inside.begin + 1, inside.end - 1};
    if (cursor_.Down(Cursor::Errors::Visit)) {
      comma = LowerItems(items);
      cursor_.Up();
    }
    if (!items.empty()) {
      inside.begin = tree_[items[0]].span.begin;
      comma = comma || std::holds_alternative<Starred>(tree_[items[0]].node);
      if (items.size() > 1) inside.end = tree_[items[items.size() - 1]].span.end;
    }
    index = TupleOf(inside, items, comma);
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
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (IsToken(cursor_.kind())) continue;
    if (left) {
      right = LowerExpr();
    } else {
      left = LowerExpr();
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!left) left = ErrorAt(span);
  if (!right) right = ErrorAt(span);
  return Add(span, Binary{BinaryOp::BitOr, left, right});
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
