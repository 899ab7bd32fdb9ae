// Short-circuit operators, conditional expressions and comparison chains, as control flow.
#include <algorithm>
#include <utility>

#include "flow/lower.h"

namespace graphmend::flow {
namespace {

// Chains are for messages; a longer memory would make thousand-operand chains quadratic.
constexpr std::size_t kLongestChain = 16;

bool IsAssert(BranchKind kind) { return kind == BranchKind::Assert || kind == BranchKind::Not; }

// The kind of an assert's test below a `not`: CPython inverts the jump.
BranchKind Inverted(BranchKind kind) {
  if (kind == BranchKind::Assert) return BranchKind::Not;
  return kind == BranchKind::Not ? BranchKind::Assert : kind;
}

// Nothing for literals whose truth nobody asks for.
std::optional<bool> KnownTruth(const syntax::Literal& literal) {
  using syntax::LiteralKind;
  switch (literal.kind) {
    case LiteralKind::True: return true;
    case LiteralKind::None:
    case LiteralKind::False: return false;
    case LiteralKind::Int: return !literal.fits || literal.integer != 0;
    case LiteralKind::Ellipsis:
    case LiteralKind::Float:
    case LiteralKind::Complex:
    case LiteralKind::Str:
    case LiteralKind::Bytes: return std::nullopt;
  }
  return std::nullopt;
}

// The kind of a test whose jump does not lead directly to where the statement's does.
BranchKind Detached(BranchKind kind) { return IsAssert(kind) ? BranchKind::If : kind; }

BranchKind KindOf(syntax::BoolOpKind op) {
  return op == syntax::BoolOpKind::And ? BranchKind::And : BranchKind::Or;
}

}  // namespace

void Lowering::Condition(ExprId expr, BlockId if_true, BlockId if_false, BranchKind kind) {
  std::size_t outer = std::exchange(chain_begin_, chain_.size());
  ConditionPart(expr, if_true, if_false, kind);
  chain_.resize(chain_begin_);
  chain_begin_ = outer;
}

void Lowering::ConditionPart(ExprId expr, BlockId if_true, BlockId if_false, BranchKind kind) {
  const syntax::ExprNode& node = tree_[expr].node;
  if (const auto* unary = std::get_if<syntax::Unary>(&node);
      unary && unary->op == syntax::UnaryOp::Not) {
    return ConditionPart(unary->operand, if_false, if_true, Inverted(kind));
  }
  if (const auto* bool_op = std::get_if<syntax::BoolOp>(&node)) {
    bool is_and = bool_op->op == syntax::BoolOpKind::And;
    std::size_t begin = PushOperands(expr);
    std::size_t last = operands_.size() - 1;
    for (std::size_t i = begin; i < last; ++i) {
      BlockId next = NewBlock();
      ConditionPart(operands_[i], is_and ? next : if_true, is_and ? if_false : next,
                    KindOf(bool_op->op));
      Start(next);
    }
    ExprId operand = operands_[last];
    operands_.resize(begin);
    return ConditionPart(operand, if_true, if_false, kind);
  }
  if (const auto* conditional = std::get_if<syntax::Conditional>(&node)) {
    BlockId body = NewBlock(), orelse = NewBlock();
    Condition(conditional->test, body, orelse, BranchKind::Conditional);
    Start(body);
    ConditionPart(conditional->body, if_true, if_false, Detached(kind));
    Start(orelse);
    return ConditionPart(conditional->orelse, if_true, if_false, kind);
  }
  const auto* compare = std::get_if<syntax::Compare>(&node);
  if (compare && compare->ops.size() > 1) {
    TempId left = CompareLinks(expr, *compare, std::nullopt, if_false);
    TempId right = Value(compare->rights.back());
    TempId link = Emit(Compare{compare->ops.back(), left, right}, expr);
    return Test(link, expr, if_true, if_false, Detached(kind));
  }
  Test(Value(expr), expr, if_true, if_false, kind);
}

// The test of a literal is no test in CPython's code, and what it rules out is on no path; an
// assert's stays, since what it raises is told by its branch.
void Lowering::Test(TempId condition, ExprId expr, BlockId if_true, BlockId if_false,
                    BranchKind kind) {
  const auto* literal = std::get_if<syntax::Literal>(&tree_[expr].node);
  if (const auto truth = literal && !IsAssert(kind) ? KnownTruth(*literal) : std::nullopt)
    return JumpTo(*truth ? if_true : if_false);
  std::size_t length = std::min(chain_.size() - chain_begin_, kLongestChain);
  std::span<const TempId> chain(chain_.data() + chain_.size() - length, length);
  bool literal_message = !IsAssert(kind) || literal_message_;
  Terminate(Branch{condition, kind, if_true, if_false, graph_->arena.Copy(chain), literal_message},
            SpanOf(expr), expr);
  chain_.push_back(condition);
}

// ---- and, or ------------------------------------------------------------------------------------
std::size_t Lowering::PushOperands(ExprId expr) {
  std::size_t begin = operands_.size();
  syntax::BoolOpKind op = std::get<syntax::BoolOp>(tree_[expr].node).op;
  for (const auto* e = std::get_if<syntax::BoolOp>(&tree_[expr].node); e && e->op == op;
       e = std::get_if<syntax::BoolOp>(&tree_[expr].node)) {
    operands_.push_back(e->right);
    expr = e->left;
  }
  operands_.push_back(expr);
  std::reverse(operands_.begin() + static_cast<std::ptrdiff_t>(begin), operands_.end());
  return begin;
}

TempId Lowering::ValueOfBoolOp(ExprId expr) {
  bool is_and = std::get<syntax::BoolOp>(tree_[expr].node).op == syntax::BoolOpKind::And;
  Slot slot = NewHidden(is_and ? "and" : "or");
  BlockId end = NewBlock();
  std::size_t outer = std::exchange(chain_begin_, chain_.size());
  BoolOpInto(expr, slot, end);
  chain_.resize(chain_begin_);
  chain_begin_ = outer;
  Start(end);
  return LoadSlot(slot, SpanOf(expr), expr);
}

// Leaves the value in `slot`, and control at `end`.
void Lowering::BoolOpInto(ExprId expr, Slot slot, BlockId end) {
  syntax::BoolOpKind op = std::get<syntax::BoolOp>(tree_[expr].node).op;
  bool is_and = op == syntax::BoolOpKind::And;
  std::size_t begin = PushOperands(expr);
  std::size_t last = operands_.size() - 1;
  for (std::size_t i = begin; i < last; ++i) {
    BlockId next = NewBlock();
    BoolOperand(operands_[i], slot, is_and ? next : end, is_and ? end : next, KindOf(op));
    Start(next);
  }
  ExprId operand = operands_[last];
  operands_.resize(begin);
  if (std::holds_alternative<syntax::BoolOp>(tree_[operand].node)) {
    BoolOpInto(operand, slot, end);
  } else {
    StoreSlot(slot, Value(operand), SpanOf(operand), operand);
    JumpTo(end);
  }
}

// Tests an operand whose value, in `slot`, may also be the result. An operand that is itself an
// `and` or `or` is tested part by part and not once more as a whole, as in CPython's jumps.
void Lowering::BoolOperand(ExprId expr, Slot slot, BlockId if_true, BlockId if_false,
                           BranchKind kind) {
  const auto* bool_op = std::get_if<syntax::BoolOp>(&tree_[expr].node);
  if (!bool_op) {
    TempId value = Value(expr);
    StoreSlot(slot, value, SpanOf(expr), expr);
    return Test(value, expr, if_true, if_false, kind);
  }
  bool is_and = bool_op->op == syntax::BoolOpKind::And;
  std::size_t begin = PushOperands(expr);
  std::size_t last = operands_.size() - 1;
  for (std::size_t i = begin; i < last; ++i) {
    BlockId next = NewBlock();
    BoolOperand(operands_[i], slot, is_and ? next : if_true, is_and ? if_false : next,
                KindOf(bool_op->op));
    Start(next);
  }
  ExprId operand = operands_[last];
  operands_.resize(begin);
  BoolOperand(operand, slot, if_true, if_false, kind);
}

// ---- conditional expressions and comparisons ----------------------------------------------------
TempId Lowering::ValueOfConditional(ExprId expr, const syntax::Conditional& conditional) {
  Slot slot = NewHidden("if");
  BlockId body = NewBlock(), orelse = NewBlock(), end = NewBlock();
  Condition(conditional.test, body, orelse, BranchKind::Conditional);
  for (auto [block, arm] : {std::pair{body, conditional.body}, {orelse, conditional.orelse}}) {
    Start(block);
    StoreSlot(slot, Value(arm), SpanOf(arm), arm);
    JumpTo(end);
  }
  Start(end);
  return LoadSlot(slot, SpanOf(expr), expr);
}

TempId Lowering::ValueOfCompare(ExprId expr, const syntax::Compare& compare) {
  if (compare.ops.size() == 1) {
    TempId left = Value(compare.left);
    TempId right = Value(compare.rights[0]);
    return Emit(Compare{compare.ops[0], left, right}, expr);
  }
  Slot slot = NewHidden("compare");
  BlockId end = NewBlock();
  std::size_t outer = std::exchange(chain_begin_, chain_.size());
  TempId left = CompareLinks(expr, compare, slot, end);
  chain_.resize(chain_begin_);
  chain_begin_ = outer;
  TempId right = Value(compare.rights.back());
  TempId link = Emit(Compare{compare.ops.back(), left, right}, expr);
  StoreSlot(slot, link, SpanOf(expr), expr);
  JumpTo(end);
  Start(end);
  return LoadSlot(slot, SpanOf(expr), expr);
}

TempId Lowering::CompareLinks(ExprId expr, const syntax::Compare& compare, std::optional<Slot> slot,
                              BlockId if_false) {
  TempId left = Value(compare.left);
  for (std::size_t i = 0; i + 1 < compare.ops.size(); ++i) {
    TempId right = Value(compare.rights[i]);
    TempId link = Emit(Compare{compare.ops[i], left, right}, expr);
    if (slot) StoreSlot(*slot, link, SpanOf(expr), expr);
    BlockId next = NewBlock();
    Test(link, expr, next, if_false, BranchKind::Compare);
    Start(next);
    left = right;
  }
  return left;
}

}  // namespace graphmend::flow
