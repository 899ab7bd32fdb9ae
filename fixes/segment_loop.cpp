#include "segment_loop.h"

#include <algorithm>

#include "fix/arguments.h"
#include "fix/held.h"
#include "fix/masks.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fixes/counted_places.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;
using syntax::StmtId;

bool SegmentLoop::IsSlot(ExprId expr, std::optional<std::uint32_t> slot) const {
  return expr && slot && variables_.SlotOf(expr) == slot;
}

bool SegmentLoop::Find() {
  if (!FindMask() || !FindLoop() || !IsLeftAlone() || !FindCarried()) return false;
  const auto& over = *finding_.If<syntax::For>(loop_);
  std::vector<Test> under;
  for (std::size_t i = counter_ ? 1 : 0; i < over.body.size(); ++i)
    if (!Look(over.body[i], under)) return false;
  return !writes_.empty() && AreApart() && EndsWithLoop();
}

// `idxs = torch.nonzero(mask)`, once, or the same in the head of the loop.
bool SegmentLoop::FindMask() {
  const auto* call = finding_.If<syntax::Call>(finding_.expr);
  if (!call) return false;
  const std::string_view name = finding_.NameOf(call->callee);
  const auto* method = finding_.If<syntax::Attribute>(call->callee);
  if (name == "torch.nonzero" && call->args.size() == 1) mask_ = call->args[0].value;
  if (name == "torch.Tensor.nonzero" && call->args.empty() && method) mask_ = method->object;
  if (!mask_ || !IsBoolTensor(finding_.Fact(mask_))) return false;
  if (const auto* over = finding_.If<syntax::For>(finding_.stmt)) {
    loop_ = finding_.stmt;
    return over->iterable == finding_.expr;
  }
  const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
  if (!assign || assign->value != finding_.expr || assign->targets.size() != 1) return false;
  places_ = variables_.SlotOf(assign->targets[0]);
  return places_ && !variables_.IsCaptured(*places_) && variables_.Stores(*places_).size() == 1;
}

// From where its places are taken until the loop is over, nothing else mentions the mask.
bool SegmentLoop::IsLeftAlone() const {
  const auto slot = variables_.SlotOf(mask_);
  if (!slot || variables_.IsCaptured(*slot) || IsChangedByOtherName(finding_, mask_)) return false;
  const std::uint32_t begin = finding_.tree()[finding_.expr].span.end;
  const std::uint32_t end = finding_.tree()[loop_].span.end;
  auto between = [&](source::Span span) { return span.begin >= begin && span.begin < end; };
  for (ExprId read : variables_.Reads(*slot))
    if (between(finding_.tree()[read].span)) return false;
  for (const flow::Inst* store : variables_.Stores(*slot))
    if (between(store->span)) return false;
  return true;
}

// The loop in the same block, so that it follows each time.
bool SegmentLoop::FindLoop() {
  const std::vector<ExprId> reads = places_ ? variables_.Reads(*places_) : std::vector<ExprId>();
  const BlockPosition made = finding_.parents.PositionOf(finding_.stmt);
  for (StmtId stmt : made.block)
    if (!reads.empty() && finding_.tree()[stmt].span.Contains(finding_.tree()[reads[0]].span))
      loop_ = stmt;
  const auto* over = finding_.If<syntax::For>(loop_);
  if (!over || over->is_async || !over->orelse.empty() || over->body.empty()) return false;
  if (!places_) return TakesPlace(over->target);
  if (IsSlot(over->iterable, places_)) return reads.size() == 1 && TakesPlace(over->target);
  return reads.size() == 2 && TakesCounted(*over, reads);
}

// `for i in range(idxs.shape[0]):`, `row, col = idxs[i]`.
bool SegmentLoop::TakesCounted(const syntax::For& over, const std::vector<ExprId>& reads) {
  const auto* range = finding_.If<syntax::Call>(over.iterable);
  const auto* taken = finding_.If<syntax::Assign>(over.body[0]);
  counter_ = variables_.SlotOf(over.target);
  if (!range || !taken || !counter_ || finding_.BuiltinName(range->callee) != "range" ||
      range->args.size() != 1 || taken->targets.size() != 1 ||
      std::none_of(reads.begin(), reads.end(), [&](ExprId read) {
        return CountOf(finding_, read, false) == range->args[0].value;
      }))
    return false;
  const auto* item = finding_.If<syntax::Subscript>(taken->value);
  return item && IsSlot(item->object, places_) && IsSlot(item->index, counter_) &&
         variables_.Reads(*counter_).size() == 1 && TakesPlace(taken->targets[0]);
}

// `row, col`.
bool SegmentLoop::TakesPlace(ExprId place) {
  const auto* both = finding_.If<syntax::Sequence>(place);
  if (!both || both->items.size() != 2) return false;
  row_ = variables_.SlotOf(both->items[0]);
  column_ = variables_.SlotOf(both->items[1]);
  const bool once = row_ && column_ && variables_.Stores(*row_).size() == 1 &&
                    variables_.Stores(*column_).size() == 1;
  return once && row_ != column_;
}

// `last = col` at the end of each round, and `last = 0` before the loop.
bool SegmentLoop::FindCarried() {
  const syntax::StmtList body = finding_.If<syntax::For>(loop_)->body;
  const auto* assign = finding_.If<syntax::Assign>(body[body.size() - 1]);
  if (!assign || assign->targets.size() != 1 || !IsSlot(assign->value, column_)) return true;
  last_ = variables_.SlotOf(assign->targets[0]);
  if (!last_ || variables_.IsCaptured(*last_) || last_ == column_ || last_ == row_) return false;
  carrying_ = body[body.size() - 1];
  const std::vector<const flow::Inst*> stores = variables_.Stores(*last_);
  if (stores.size() != 2) return false;
  for (const flow::Inst* store : stores)
    if (store->stmt != carrying_)
      if (const auto* start = finding_.If<syntax::Assign>(store->stmt)) first_ = start->value;
  const auto* number = finding_.If<syntax::Literal>(first_);
  return number && number->kind == syntax::LiteralKind::Int && number->integer >= 0 &&
         terms_.flow().Before(finding_.tree()[loop_].span, *last_).size() == 1;
}

bool SegmentLoop::Look(StmtId stmt, std::vector<Test>& under) {
  if (stmt == carrying_ || finding_.If<syntax::Pass>(stmt)) return true;
  if (const auto* assign = finding_.If<syntax::Assign>(stmt)) return LookAtWrite(*assign, under);
  const auto* branch = finding_.If<syntax::If>(stmt);
  if (!branch || !IsTest(branch->test)) return false;
  for (const bool holds : {true, false}) {
    under.push_back({branch->test, holds});
    for (StmtId inner : holds ? branch->body : branch->orelse)
      if (!Look(inner, under)) return false;
    under.pop_back();
  }
  return true;
}

bool SegmentLoop::LookAtWrite(const syntax::Assign& assign, const std::vector<Test>& under) {
  const auto* item =
      assign.targets.size() == 1 ? finding_.If<syntax::Subscript>(assign.targets[0]) : nullptr;
  const auto* index = item ? finding_.If<syntax::Sequence>(item->index) : nullptr;
  if (!index || !IsNewBefore(item->object)) return false;
  Write write{item->object, false, finding_.Fact(item->object).Rank(), assign.value, under};
  if (!LookAtIndex(*index, write) || !LookAtValue(assign.value, write)) return false;
  writes_.push_back(std::move(write));
  return true;
}

// A tensor that the function has made, so that no element of it is another one's.
bool SegmentLoop::IsNewBefore(ExprId target) const {
  const auto slot = variables_.SlotOf(target);
  if (!slot || variables_.IsCaptured(*slot) || slot == variables_.SlotOf(mask_)) return false;
  const Definitions& made = terms_.flow().Before(finding_.tree()[loop_].span, *slot);
  return !made.empty() && std::all_of(made.begin(), made.end(), [&](const flow::Inst* definition) {
    const ExprId value = definition ? terms_.ValueOf(definition) : ExprId();
    return value && IsNewTensor(finding_, value);
  });
}

// `row, col`, `row, col, col`, and with segments in the place of each `col`.
bool SegmentLoop::LookAtIndex(const syntax::Sequence& index, Write& write) const {
  if (index.items.size() < 2 || index.items.size() > 3 || !IsSlot(index.items[0], row_) ||
      write.rank != static_cast<int>(index.items.size()))
    return false;
  const auto rest = index.items.subspan(1);
  auto is_segment = [&](ExprId part) {
    const auto* range = finding_.If<syntax::Slice>(part);
    return range && !range->step && IsBehind(range->lower, last_) &&
           IsBehind(range->upper, column_);
  };
  write.segment = std::all_of(rest.begin(), rest.end(), is_segment);
  return write.segment ||
         std::all_of(rest.begin(), rest.end(), [&](ExprId part) { return IsSlot(part, column_); });
}

// `col + 1`.
bool SegmentLoop::IsBehind(ExprId expr, std::optional<std::uint32_t> slot) const {
  const auto* sum = expr ? finding_.If<syntax::Binary>(expr) : nullptr;
  return sum && sum->op == BinaryOp::Add && IsSlot(sum->left, slot) &&
         IsIntLiteral(finding_, sum->right, 1);
}

// A literal that the tensor holds as it is, or `torch.arange(0, col - last)`.
bool SegmentLoop::LookAtValue(ExprId value, Write& write) const {
  using syntax::LiteralKind;
  if (const auto* literal = finding_.If<syntax::Literal>(value)) {
    const infer::ExprFact& into = finding_.Fact(write.target);
    const LiteralKind kind = literal->kind;
    const bool whole =
        kind == LiteralKind::True || kind == LiteralKind::False || kind == LiteralKind::Int;
    return whole || (kind == LiteralKind::Float && into.tensor &&
                     into.tensor->dtype == values::DType::Float);
  }
  write.value = {};
  return write.segment && write.rank == 2 && CountsFromBegin(value);
}

bool SegmentLoop::CountsFromBegin(ExprId value) const {
  const auto* call = finding_.If<syntax::Call>(value);
  if (!call || finding_.NameOf(call->callee) != "torch.arange") return false;
  std::vector<ExprId> bounds;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind == syntax::ArgKind::Positional) bounds.push_back(arg.value);
    else if (arg.name != "device" || !IsPlainRead(finding_, arg.value)) return false;
  }
  if (bounds.size() == 2 && IsIntLiteral(finding_, bounds[0], 0)) bounds.erase(bounds.begin());
  const auto* length = bounds.size() == 1 ? finding_.If<syntax::Binary>(bounds[0]) : nullptr;
  return length && length->op == BinaryOp::Sub && IsSlot(length->left, column_) &&
         IsSlot(length->right, last_);
}

// Comparisons of the column with whole numbers, joined.
bool SegmentLoop::IsTest(ExprId expr) const {
  if (const auto* both = finding_.If<syntax::BoolOp>(expr))
    return IsTest(both->left) && IsTest(both->right);
  if (const auto* unary = finding_.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Not && IsTest(unary->operand);
  const auto* compare = finding_.If<syntax::Compare>(expr);
  if (!compare || compare->ops.size() != 1) return false;
  using syntax::CompareOp;
  const CompareOp op = compare->ops[0];
  return op != CompareOp::In && op != CompareOp::NotIn && op != CompareOp::Is &&
         op != CompareOp::IsNot && IsNumber(compare->left) && IsNumber(compare->rights[0]) &&
         (finding_.Fact(compare->left).MayBe(FactKind::Tensor) ||
          finding_.Fact(compare->rights[0]).MayBe(FactKind::Tensor));
}

// Of the column and of whole numbers that the loop does not change.
bool SegmentLoop::IsNumber(ExprId expr) const {
  if (IsSlot(expr, column_)) return true;
  if (const auto* binary = finding_.If<syntax::Binary>(expr))
    return (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) && IsNumber(binary->left) &&
           IsNumber(binary->right);
  if (!finding_.Fact(expr).Is(FactKind::Int)) return false;
  const auto slot = variables_.SlotOf(expr);
  if (!slot) return finding_.If<syntax::Literal>(expr) != nullptr;
  for (const flow::Inst* store : variables_.Stores(*slot))
    if (finding_.tree()[loop_].span.Contains(store->span)) return false;
  return !variables_.IsCaptured(*slot);
}

// Writes to one tensor stand on different sides of a test.
bool SegmentLoop::AreApart() const {
  for (std::size_t i = 0; i < writes_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (variables_.SlotOf(writes_[i].target) != variables_.SlotOf(writes_[j].target)) continue;
      const bool apart =
          std::any_of(writes_[i].under.begin(), writes_[i].under.end(), [&](const Test& one) {
            return std::any_of(writes_[j].under.begin(), writes_[j].under.end(),
                               [&](const Test& other) {
                                 return one.expr == other.expr && one.holds != other.holds;
                               });
          });
      if (!apart) return false;
    }
  return true;
}

// Nothing behind the loop reads what it goes through with.
bool SegmentLoop::EndsWithLoop() const {
  const source::Span span = finding_.tree()[loop_].span;
  for (const auto slot : {places_, counter_, row_, column_, last_})
    if (slot && (variables_.IsCaptured(*slot) || terms_.flow().LiveAfter(span, *slot)))
      return false;
  return true;
}

StmtId SegmentLoop::first_in() const {
  if (!last_) return {};
  for (ExprId read : variables_.Reads(*last_))
    if (!finding_.tree()[loop_].span.Contains(finding_.tree()[read].span)) return {};
  const StmtId stmt = finding_.parents.Statement(first_);
  return finding_.If<syntax::Assign>(stmt)->targets.size() == 1 ? stmt : StmtId();
}

bool SegmentLoop::HasSegments() const {
  return std::any_of(writes_.begin(), writes_.end(),
                     [](const Write& write) { return write.segment; });
}

std::string SegmentLoop::NumberOf(ExprId expr, const std::string& column) const {
  if (IsSlot(expr, column_)) return column;
  const auto* binary = finding_.If<syntax::Binary>(expr);
  if (!binary) return std::string(finding_.Text(expr));
  return "(" + NumberOf(binary->left, column) + " " + std::string(Spelling(binary->op)) + " " +
         NumberOf(binary->right, column) + ")";
}

std::string SegmentLoop::TestOf(ExprId test, const std::string& column) const {
  if (const auto* both = finding_.If<syntax::BoolOp>(test))
    return "(" + TestOf(both->left, column) +
           (both->op == syntax::BoolOpKind::And ? " & " : " | ") + TestOf(both->right, column) +
           ")";
  if (const auto* unary = finding_.If<syntax::Unary>(test))
    return "~" + TestOf(unary->operand, column);
  const auto& compare = *finding_.If<syntax::Compare>(test);
  return "(" + NumberOf(compare.left, column) + " " + std::string(Spelling(compare.ops[0])) + " " +
         NumberOf(compare.rights[0], column) + ")";
}

}  // namespace graphmend::fix
