// Expressions: the dispatch by kind, names, and the chains that lean left. (`LowerPlain` is long as
// it has one line for every kind.)
#include <utility>

#include "syntax/lower.h"

namespace graphmend::syntax {
namespace {

constexpr const char* kTooDeep = "nested too deeply";

// Kinds whose first child may be of such a kind again, thousands of times.
bool IsLink(Kind kind) {
  switch (kind) {
    case Kind::BinaryOperator:
    case Kind::BooleanOperator:
    case Kind::Attribute:
    case Kind::Call:
    case Kind::Subscript: return true;
    default: return false;
  }
}

}  // namespace

ExprId Lowerer::ErrorAt(Span span) { return Add(span, ErrorExpr{}); }

ExprId Lowerer::Reject(std::string message) {
  const Span span = cursor_.span();
  cursor_.Report(span, std::move(message));
  if (cursor_.kind() != Kind::Error) cursor_.CollectTrivia();
  return ErrorAt(span);
}

ExprId Lowerer::LowerExpr() {
  // The two most frequent kinds need no bookkeeping.
  const Kind kind = cursor_.kind();
  if (kind == Kind::Identifier) return LowerName(kind, cursor_.span());
  Enter enter(*this);
  if (!enter) return Reject(kTooDeep);
  return IsLink(kind) ? LowerChain() : LowerPlain();
}

// Down along first children to where the chain starts, then up again, building on the way.
ExprId Lowerer::LowerChain() {
  const std::size_t base = links_.size();
  bool complete = true;
  while (complete && IsLink(cursor_.kind())) {
    links_.push_back({cursor_.kind(), cursor_.span()});
    complete = cursor_.Down();
  }
  const int count = static_cast<int>(links_.size() - base);
  height_ += count;
  ExprId star;
  ExprId left;
  if (height_ > kMaxHeight) {
    const Span whole = links_[base].span;
    cursor_.Report(whole, kTooDeep);
    for (int i = 0; i < count - !complete; ++i) cursor_.Up();
    cursor_.Reload();
    cursor_.CollectTrivia();
    left = ErrorAt(whole);
    height_ -= count;
  } else {
    left = complete ? Starrable(Operand(), star) : ErrorAt(links_.back().span);
    for (int i = count; i-- > 0;) {
      const Link link = links_[base + static_cast<std::size_t>(i)];
      --height_;
      const bool down = complete || i + 1 < count;
      Span span = link.span;
      if (star) span.begin = tree_[left].span.begin;
      if (down) {
        left = FinishLink(link.kind, span, left);
        cursor_.Up();
      }
    }
    left = Restar(left, star);
  }
  links_.resize(base);
  return left;
}

// The grammar reads `[*a + b]` as `(*a) + b`. `Starrable` takes the star off an operand, `Restar`
// puts it around the whole.
ExprId Lowerer::Starrable(ExprId left, ExprId& star) {
  const auto* starred = std::get_if<Starred>(&tree_[left].node);
  if (starred == nullptr) return left;
  star = left;
  return starred->value;
}

ExprId Lowerer::Restar(ExprId built, ExprId star) {
  if (!star) return built;
  return Add({tree_[star].span.begin, tree_[built].span.end}, Starred{built});
}

ExprId Lowerer::FinishLink(Kind kind, Span span, ExprId left) {
  switch (kind) {
    case Kind::BinaryOperator: return FinishBinary(span, left);
    case Kind::BooleanOperator: return FinishBoolean(span, left);
    case Kind::Attribute: return FinishAttribute(span, left);
    case Kind::Call: return FinishCall(span, left);
    default: return FinishSubscript(span, left);
  }
}

// An operand that is there, or an error node where it is not.
ExprId Lowerer::Operand() {
  if (IsToken(cursor_.kind())) return ErrorAt(cursor_.span());
  return LowerExpr();
}

ExprId Lowerer::LowerPlain() {
  switch (cursor_.kind()) {
    case Kind::None: return Constant(LiteralKind::None);
    case Kind::True: return Constant(LiteralKind::True);
    case Kind::False: return Constant(LiteralKind::False);
    case Kind::Ellipsis: return Constant(LiteralKind::Ellipsis);
    case Kind::Integer:
    case Kind::Float: return LowerNumber();
    case Kind::String:
    case Kind::ConcatenatedString: return LowerString();
    case Kind::ParenthesizedExpression:
    case Kind::ParenthesizedListSplat:
    case Kind::AsPatternTarget: return LowerParenthesized();
    case Kind::UnaryOperator: return LowerUnary();
    case Kind::NotOperator: return LowerNot();
    case Kind::ConditionalExpression: return LowerConditional();
    case Kind::ComparisonOperator: return LowerComparison();
    case Kind::Lambda: return LowerLambda();
    case Kind::NamedExpression: return LowerNamedExpression();
    case Kind::Await: return LowerAwait();
    case Kind::Yield: return LowerYield();
    case Kind::Tuple:
    case Kind::ExpressionList:
    case Kind::PatternList: return LowerSequence(SequenceKind::Tuple);
    case Kind::TuplePattern: return LowerTargetTuple();
    case Kind::List:
    case Kind::ListPattern: return LowerSequence(SequenceKind::List);
    case Kind::Set: return LowerSequence(SequenceKind::Set);
    case Kind::Dictionary: return LowerDictionary();
    case Kind::ListComprehension: return LowerComprehension(ComprehensionKind::List);
    case Kind::SetComprehension: return LowerComprehension(ComprehensionKind::Set);
    case Kind::DictionaryComprehension: return LowerComprehension(ComprehensionKind::Dict);
    case Kind::GeneratorExpression: return LowerComprehension(ComprehensionKind::Generator);
    case Kind::ListSplat:
    case Kind::ListSplatPattern: return LowerStarred();
    case Kind::Slice: return LowerSlice();
    case Kind::AsPattern: return LowerBuriedAs();
    case Kind::Type: return LowerType();
    case Kind::GenericType: return LowerGenericType();
    case Kind::UnionType: return LowerUnionType();
    case Kind::MemberType: return LowerMemberType();
    case Kind::ConstrainedType: return LowerConstrainedType();
    case Kind::SplatType: return LowerSplatType();
    case Kind::Error: return ErrorAt(cursor_.span());  // recorded by the cursor
    default: return Reject("invalid syntax");
  }
}

ExprId Lowerer::LowerName(Kind, Span span) {
  if (span.size() == 0) return ErrorAt(span);  // tree-sitter supplied it
  return Add(span, Name{Intern(cursor_.Text(span))});
}

ExprId Lowerer::Constant(LiteralKind kind) {
  Literal literal;
  literal.kind = kind;
  return Add(cursor_.span(), literal);
}

ExprId Lowerer::LowerNumber() {
  const Span span = cursor_.span();
  const std::string_view text = cursor_.Text(span);
  const std::string_view problem = NumberError(text);
  if (!problem.empty()) return Reject(std::string(problem));
  if (span.size() == 0) return ErrorAt(span);
  Literal literal = ParseNumber(text);
  if (!literal.fits) literal.text = Intern(text);
  return Add(span, literal);
}

// Any number of parentheses is one loop, so that they cost no depth.
ExprId Lowerer::LowerParenthesized() {
  const Span outer = cursor_.span();
  int levels = 0;
  bool found = true;
  while (found && (cursor_.kind() == Kind::ParenthesizedExpression ||
                   cursor_.kind() == Kind::ParenthesizedListSplat ||
                   cursor_.kind() == Kind::AsPatternTarget)) {
    found = cursor_.Down();
    if (!found) break;
    ++levels;
    while (IsToken(cursor_.kind()) && found) found = cursor_.Next();
  }
  const ExprId inner = found ? LowerExpr() : ErrorAt(outer);
  for (; levels > 0; --levels) {
    while (cursor_.Next()) {
    }
    cursor_.Up();
  }
  return inner;
}

ExprId Lowerer::FinishAttribute(Span span, ExprId left) {
  Span name = AttributeName(span);
  while (name.size() == 0 && cursor_.Next()) {
    if (cursor_.kind() == Kind::Identifier) name = cursor_.span();
  }
  return Add(span, Attribute{left, Intern(cursor_.Text(name)), name});
}

// Attributes are the most frequent node of all. The name of `….name` is read from the text, which
// spares three moves of the cursor; empty if something stands between the parts (then it is read
// from the grammar's nodes, lest a comment be lost).
Span Lowerer::AttributeName(Span span) const {
  const Span none = {span.end, span.end};
  std::uint32_t begin = span.end;
  while (begin > span.begin && IsNameByte(text_[begin - 1])) --begin;
  if (cursor_.has_errors() || begin < span.begin + 2 || text_[begin - 1] != '.') return none;
  const char before = text_[begin - 2];
  const bool adjacent = IsNameByte(before) || before == ')' || before == ']' || before == '"' ||
                        before == '\'' || before == '}';
  return adjacent ? Span{begin, span.end} : none;
}

ExprId Lowerer::LowerNamedExpression() {
  const Span span = cursor_.span();
  ExprId parts[2];
  int count = 0;
  if (!cursor_.Down()) return ErrorAt(span);
  do {
    if (!IsToken(cursor_.kind()) && count < 2) parts[count++] = LowerExpr();
  } while (cursor_.Next());
  cursor_.Up();
  for (ExprId& part : parts) {
    if (!part) part = ErrorAt(span);
  }
  if (!std::holds_alternative<Name>(tree_[parts[0]].node)) return ErrorAt(span);
  return Add(span, Walrus{parts[0], parts[1]});
}

ExprId Lowerer::LowerYield() {
  const Span span = cursor_.span();
  if (scope_.function && !scope_.cls) tree_.functions[scope_.function].is_generator = true;
  ExprId value;
  bool from = false;
  if (!cursor_.Down()) return ErrorAt(span);
  while (cursor_.Next()) {
    if (cursor_.kind() == Kind::KeywordFrom) {
      from = true;
    } else {
      value = Operand();
    }
  }
  cursor_.Up();
  return Add(span, Yield{value, from});
}

}  // namespace graphmend::syntax
