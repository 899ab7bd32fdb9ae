// Operators, with the few corrections that the grammar's precedences need.
#include <optional>
#include <vector>

#include "syntax/lower.h"

namespace graphmend::syntax {
namespace {

std::optional<BinaryOp> BinaryOpOf(Kind token) {
  switch (token) {
    case Kind::Plus: return BinaryOp::Add;
    case Kind::Minus: return BinaryOp::Sub;
    case Kind::Star: return BinaryOp::Mul;
    case Kind::At: return BinaryOp::MatMul;
    case Kind::Slash: return BinaryOp::Div;
    case Kind::DoubleSlash: return BinaryOp::FloorDiv;
    case Kind::Percent: return BinaryOp::Mod;
    case Kind::DoubleStar: return BinaryOp::Pow;
    case Kind::ShiftLeft: return BinaryOp::LShift;
    case Kind::ShiftRight: return BinaryOp::RShift;
    case Kind::Ampersand: return BinaryOp::BitAnd;
    case Kind::Pipe: return BinaryOp::BitOr;
    case Kind::Caret: return BinaryOp::BitXor;
    default: return std::nullopt;
  }
}

std::optional<CompareOp> CompareOpOf(Kind token) {
  switch (token) {
    case Kind::Equal: return CompareOp::Eq;
    case Kind::NotEqual:
    case Kind::OldNotEqual: return CompareOp::NotEq;
    case Kind::Less: return CompareOp::Lt;
    case Kind::LessEqual: return CompareOp::LtE;
    case Kind::Greater: return CompareOp::Gt;
    case Kind::GreaterEqual: return CompareOp::GtE;
    case Kind::KeywordIs: return CompareOp::Is;
    case Kind::KeywordIsNot: return CompareOp::IsNot;
    case Kind::KeywordIn: return CompareOp::In;
    case Kind::KeywordNotIn: return CompareOp::NotIn;
    default: return std::nullopt;
  }
}

}  // namespace

// A `~` that was a star in the original text stands for it (see repair.h).
ExprId Lowerer::LowerUnary() {
  const Span span = cursor_.span();
  UnaryOp op = UnaryOp::Plus;
  ExprId operand;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    switch (cursor_.kind()) {
      case Kind::Minus: op = UnaryOp::Negate; break;
      case Kind::Plus: op = UnaryOp::Plus; break;
      case Kind::Tilde: op = UnaryOp::Invert; break;
      default: operand = Operand();
    }
  } while (!operand && cursor_.Next());
  cursor_.Up();
  if (!operand) operand = ErrorAt(span);
  if (text_[span.begin] == '*') return Add(span, Starred{operand});
  return Add(span, Unary{op, operand});
}

ExprId Lowerer::LowerNot() {
  const Span span = cursor_.span();
  ExprId operand;
  if (!cursor_.Down()) return ErrorAt(span);
  while (cursor_.Next()) operand = Operand();
  cursor_.Up();
  return Add(span, Unary{UnaryOp::Not, operand ? operand : ErrorAt(span)});
}

ExprId Lowerer::FinishBinary(Span span, ExprId left) {
  std::optional<BinaryOp> op;
  ExprId right;
  bool bare_right = false;
  while (!right && cursor_.Next()) {
    if (!op && (op = BinaryOpOf(cursor_.kind()))) continue;
    bare_right = cursor_.kind() == Kind::BinaryOperator;
    right = Operand();
  }
  if (!right) right = ErrorAt(span);
  if (op == BinaryOp::BitAnd) return JoinAnd(span, left, right, bare_right);
  return Add(span, Binary{op.value_or(BinaryOp::Add), left, right});
}

// The binary operators `op` along the left edge below `root`, outermost first. One in parentheses
// ends the edge: it starts later than what holds it.
std::vector<ExprId> Lowerer::LeftSpine(ExprId root, BinaryOp op) const {
  std::vector<ExprId> spine;
  for (ExprId at = root; tree_[at].span.begin == tree_[root].span.begin;) {
    const auto* binary = std::get_if<Binary>(&tree_[at].node);
    if (binary == nullptr || binary->op != op) break;
    spine.push_back(at);
    at = binary->left;
  }
  return spine;
}

// The operators of a left spine again, with `joined` in place of their innermost left operand.
// `span` is that of the whole.
ExprId Lowerer::Regrow(Span span, ExprId joined, const std::vector<ExprId>& spine) {
  for (std::size_t i = spine.size(); i-- > 0;) {
    const Binary link = std::get<Binary>(tree_[spine[i]].node);
    const std::uint32_t end = i == 0 ? span.end : tree_[spine[i]].span.end;
    joined = Add({span.begin, end}, Binary{link.op, joined, link.right});
  }
  return joined;
}

// The grammar lets `^` bind tighter than `&`, Python the other way round: `a ^ b & c ^ d` comes as
// `(a ^ b) & (c ^ d)` and is `(a ^ (b & c)) ^ d`.
ExprId Lowerer::JoinAnd(Span span, ExprId left, ExprId right, bool bare_right) {
  std::vector<ExprId> spine;
  if (bare_right) spine = LeftSpine(right, BinaryOp::BitXor);
  const ExprId first = spine.empty() ? right : std::get<Binary>(tree_[spine.back()].node).left;
  const std::uint32_t first_end = spine.empty() ? span.end : tree_[first].span.end;
  const bool bare_left = tree_[left].span.begin == span.begin;
  const auto* outer = std::get_if<Binary>(&tree_[left].node);
  if (!bare_left || outer == nullptr || outer->op != BinaryOp::BitXor) {
    const ExprId joined = Add({span.begin, first_end}, Binary{BinaryOp::BitAnd, left, first});
    return Regrow(span, joined, spine);
  }
  const Binary split = *outer;
  const ExprId both =
      Add({tree_[split.right].span.begin, first_end}, Binary{BinaryOp::BitAnd, split.right, first});
  const ExprId joined = Add({span.begin, first_end}, Binary{BinaryOp::BitXor, split.left, both});
  return Regrow(span, joined, spine);
}

ExprId Lowerer::FinishBoolean(Span span, ExprId left) {
  BoolOpKind op = BoolOpKind::And;
  ExprId right;
  while (!right && cursor_.Next()) {
    if (cursor_.kind() == Kind::KeywordAnd) continue;
    if (cursor_.kind() == Kind::KeywordOr) {
      op = BoolOpKind::Or;
    } else {
      right = Operand();
    }
  }
  return Add(span, BoolOp{op, left, right ? right : ErrorAt(span)});
}

ExprId Lowerer::LowerConditional() {
  const Span span = cursor_.span();
  ExprId star;
  ExprId parts[3];  // body, test, orelse, in the order written
  int at = 0;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (cursor_.kind() == Kind::KeywordIf) {
      at = 1;
    } else if (cursor_.kind() == Kind::KeywordElse) {
      at = 2;
    } else {
      parts[at] = Operand();
    }
  } while (cursor_.Next());
  cursor_.Up();
  for (ExprId& part : parts) {
    if (!part) part = ErrorAt(span);
  }
  parts[0] = Starrable(parts[0], star);
  const Span own = {star ? tree_[parts[0]].span.begin : span.begin,
                    buried_target_ ? tree_[parts[2]].span.end : span.end};
  return Restar(Add(own, Conditional{parts[1], parts[0], parts[2]}), star);
}

ExprId Lowerer::LowerComparison() {
  const Span span = cursor_.span();
  ListBuilder<CompareOp> ops(compare_ops_);
  ListBuilder<ExprId> rights(exprs_);
  ExprId left;
  ExprId star;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (const auto op = CompareOpOf(cursor_.kind())) {
      if (cursor_.kind() == Kind::OldNotEqual) cursor_.Report(cursor_.span(), "invalid syntax");
      ops.Add(*op);
    } else if (!left) {
      left = Starrable(Operand(), star);
    } else {
      rights.Add(Operand());
    }
  } while (cursor_.Next());
  cursor_.Up();
  if (!left) left = ErrorAt(span);
  while (rights.size() < ops.size()) rights.Add(ErrorAt(span));
  while (ops.size() < rights.size()) ops.Add(CompareOp::Eq);
  const Span own = {star ? tree_[left].span.begin : span.begin, span.end};
  const ExprId built = Add(own, Compare{left, ops.Finish(tree_.arena), rights.Finish(tree_.arena)});
  return Restar(built, star);
}

// The grammar reads `await x ** 2` as `await (x ** 2)`; in Python `await` binds tighter.
ExprId Lowerer::LowerAwait() {
  const Span span = cursor_.span();
  ExprId value;
  bool bare_operator = false;
  if (!cursor_.Down()) return ErrorAt(span);
  while (cursor_.Next()) {
    bare_operator = cursor_.kind() == Kind::BinaryOperator;
    value = Operand();
  }
  cursor_.Up();
  if (!value) value = ErrorAt(span);
  const auto* power = std::get_if<Binary>(&tree_[value].node);
  if (!bare_operator || power == nullptr || power->op != BinaryOp::Pow) {
    return Add(span, Await{value});
  }
  const Binary binary = *power;
  const ExprId base = Add({span.begin, tree_[binary.left].span.end}, Await{binary.left});
  return Add(span, Binary{BinaryOp::Pow, base, binary.right});
}

}  // namespace graphmend::syntax
