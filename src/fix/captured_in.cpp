// What torch takes a symbol in, by kind of what is captured.
#include <algorithm>
#include <array>
#include <utility>

#include "fix/arguments.h"
#include "fix/captured_uses.h"
#include "fix/module_scope.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::FunctionId;

// Nothing that arithmetic with a number repeats, as it does a list.
bool CapturedUses::IsNumber(ExprId expr) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  return !fact.MayBe(FactKind::List) && !fact.MayBe(FactKind::Tuple) &&
         !fact.MayBe(FactKind::Str) && !fact.MayBe(FactKind::Bytes) &&
         !finding_.If<syntax::Sequence>(expr);
}

bool CapturedUses::NumberIn(ExprId expr, ExprId outer) {
  if (finding_.If<syntax::Binary>(outer)) return NumberInSum(expr, outer);
  if (const auto* unary = finding_.If<syntax::Unary>(outer))
    return unary->op == syntax::UnaryOp::Negate && Result(outer);
  if (const auto* compare = finding_.If<syntax::Compare>(outer))
    return may_break_ || (compare->ops.size() == 1 &&
                          IsTensor(compare->left == expr ? compare->rights[0] : compare->left));
  if (finding_.If<syntax::Slice>(outer)) return SliceIn(expr, outer);
  if (finding_.If<syntax::Sequence>(outer) || finding_.If<syntax::Dict>(outer))
    return InDisplay(Captured::Number, expr, outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return item->index == expr && IsTensor(item->object);
  const auto* call = finding_.If<syntax::Call>(outer);
  if (!call || call->callee == expr) return false;
  // A function of a library that is not to be found.
  if (finding_.Fact(call->callee).Is(FactKind::Unknown) &&
      !ImportedName(finding_, call->callee).empty())
    unknown_.insert(std::string(finding_.Text(call->callee)));
  else if (!TakesSymbols(outer)) return false;
  return Goes(Captured::Sized, outer);
}

// `torch.zeros(n, 4)`, `ids.repeat(n, 1)`
bool CapturedUses::TakesSymbols(ExprId call) const {
  const models::Traits traits = finding_.Fact(finding_.If<syntax::Call>(call)->callee).traits;
  return traits.Has(Trait::Symbols) || (traits.Has(Trait::SymbolsForWhole) && IsWhole(call));
}

// A call of whole numbers, or that gives such, so that it has no gradient.
bool CapturedUses::IsWhole(ExprId call) const {
  const auto& called = *finding_.If<syntax::Call>(call);
  const auto* method = finding_.If<syntax::Attribute>(called.callee);
  const ExprId tensor = method && IsTensor(method->object) ? method->object
                        : called.args.empty()              ? ExprId()
                                                           : called.args[0].value;
  const auto is_whole = [&](ExprId expr) {
    const auto& fact = finding_.Fact(expr).tensor;
    return fact && (fact->dtype == values::DType::Int || fact->dtype == values::DType::Bool);
  };
  return is_whole(call) || (tensor && is_whole(tensor));
}

// `y.chunk(2, dim=-1)`: not along the first dimension, which is the one that has the size, unless
// dimensions were turned.
bool CapturedUses::IsAlongAnother(ExprId call) const {
  const auto& called = *finding_.If<syntax::Call>(call);
  const auto* method = finding_.If<syntax::Attribute>(called.callee);
  const bool is_method = method && IsTensor(method->object);
  const std::string_view name = method ? method->name.text() : std::string_view();
  const bool alone = name == "unbind" || name == "squeeze";
  const int position = (alone ? 0 : 1) + (is_method ? 0 : 1);
  const auto& constant = finding_.Fact(Argument(called, position, "dim")).constant;
  return !turned_ && constant && constant->kind == syntax::LiteralKind::Int &&
         constant->integer != 0;
}

// `x * n`, `n + 1`
bool CapturedUses::NumberInSum(ExprId expr, ExprId sum) {
  using syntax::BinaryOp;
  const auto& binary = *finding_.If<syntax::Binary>(sum);
  constexpr std::array kLinear = {BinaryOp::Add, BinaryOp::Sub,      BinaryOp::Mul,
                                  BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod};
  const ExprId other = binary.left == expr ? binary.right : binary.left;
  if (std::find(kLinear.begin(), kLinear.end(), binary.op) == kLinear.end()) return false;
  if (IsTensor(other)) return true;
  return IsNumber(other) && Result(sum);
}

// A number that is computed from the captured one.
bool CapturedUses::Result(ExprId number) {
  const bool was = std::exchange(is_result_, true);
  const bool goes = Goes(Captured::Number, number);
  is_result_ = was;
  return goes;
}

// `x[: min(n, 2)]`, at which Dynamo fails where `x` is empty (torch 2.13).
bool CapturedUses::IsBounded(ExprId bound) const {
  const auto* call = finding_.If<syntax::Call>(bound);
  const std::string_view name = call ? BuiltinOf(call->callee) : std::string_view();
  return name == "min" || name == "max";
}

bool CapturedUses::SliceIn(ExprId bound, ExprId slice) {
  const auto& bounds = *finding_.If<syntax::Slice>(slice);
  if (bounds.step == bound || IsBounded(bounds.lower) || IsBounded(bounds.upper)) return false;
  const auto* name = finding_.If<syntax::Name>(bound);
  bounds_slices_ = true;
  bounds_by_result_ = bounds_by_result_ || is_result_ || !name;
  if (name) bounds_.insert(name->id.str());
  ExprId item = finding_.parents.Parent(slice);
  if (finding_.If<syntax::Sequence>(item)) item = finding_.parents.Parent(item);
  const auto* subscript = finding_.If<syntax::Subscript>(item);
  // As a target, inductor asks for the size (2.13).
  if (!subscript || IsTarget(finding_, item)) return false;
  if (!IsTensor(subscript->object)) {
    // A tensor, unless what it was computed with makes something else of it.
    const infer::ExprFact& sliced = finding_.Fact(subscript->object);
    if (!sliced.OneOf(FactKind::Tensor, FactKind::Unknown) || !sliced.MayBe(FactKind::Tensor))
      return false;
    unknown_.insert(std::string(finding_.Text(subscript->object)));
  }
  return Goes(Captured::Sized, item);
}

bool CapturedUses::PartOfTuple(ExprId tuple) {
  const ExprId outer = finding_.parents.Parent(tuple);
  if (!outer) return false;
  if (const auto* item = finding_.If<syntax::Subscript>(outer)) return IsTensor(item->object);
  const auto* call = finding_.If<syntax::Call>(outer);
  return call && TakesSymbols(outer) && Goes(Captured::Sized, outer);
}

// `return loss, {"l1": n}`: a display that the entry returns, perhaps within others.
bool CapturedUses::IsReturned(ExprId display) const {
  while (const ExprId outer = finding_.parents.Parent(display)) {
    const auto* written = finding_.If<syntax::Sequence>(outer);
    if (!finding_.If<syntax::Dict>(outer) &&
        (!written || written->kind == syntax::SequenceKind::Set))
      return false;
    display = outer;
  }
  return finding_.parents.FunctionOf(display) == entry_ &&
         finding_.If<syntax::Return>(finding_.parents.Statement(display));
}

bool CapturedUses::IsAppended(ExprId list) const {
  const auto* method = finding_.If<syntax::Attribute>(finding_.parents.Parent(list));
  return method && method->object == list && method->name == "append";
}

bool CapturedUses::NumbersIn(Captured kind, ExprId expr, ExprId outer) {
  if (IsAppended(expr)) return true;
  if (finding_.If<syntax::Sequence>(outer) || finding_.If<syntax::Dict>(outer))
    return InDisplay(kind, expr, outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer)) {
    if (item->object != expr) return false;
    return finding_.If<syntax::Slice>(item->index)
               ? Goes(kind, outer)
               : Goes((kind == Captured::Rows ? Captured::Numbers : Captured::Number), outer);
  }
  if (const auto* sum = finding_.If<syntax::Binary>(outer))
    return sum->op == syntax::BinaryOp::Add && Goes(kind, outer);
  const auto* star = finding_.If<syntax::Starred>(outer);
  const ExprId call = star ? finding_.parents.Parent(outer) : outer;
  const auto* called = finding_.If<syntax::Call>(call);
  if (kind != Captured::Numbers || !called || called->callee == expr) return false;
  const models::Traits traits = finding_.Fact(called->callee).traits;
  if (traits.Has(Trait::NumbersAsSymbols)) return Goes(Captured::SizedOnes, call);
  return TakesSymbols(call) && Goes(Captured::Sized, call);
}

bool CapturedUses::SizedIn(ExprId expr, ExprId outer) {
  if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer))
    return Goes(Captured::Sized, outer);
  if (const auto* unary = finding_.If<syntax::Unary>(outer))
    return unary->op != syntax::UnaryOp::Not && Goes(Captured::Sized, outer);
  if (const auto* item = finding_.If<syntax::Subscript>(outer))
    return IsTensor(item->object) && (IsTarget(finding_, outer) || Goes(Captured::Sized, outer));
  if (finding_.If<syntax::Sequence>(outer)) return InDisplay(Captured::Sized, expr, outer);
  if (finding_.If<syntax::Attribute>(outer)) return SizedInMember(outer);
  const auto* call = finding_.If<syntax::Call>(outer);
  if (!call || call->callee == expr) return false;
  return SizedArgument(expr, outer);
}

// `torch.cat([y, z])`, `return y, z`, `x[i, y]`
bool CapturedUses::SizedInDisplay(ExprId display) {
  const ExprId outer = finding_.parents.Parent(display);
  if (!outer) return false;
  if (finding_.If<syntax::Call>(outer)) return SizedArgument(display, outer);
  return finding_.If<syntax::Sequence>(display)->kind == syntax::SequenceKind::Tuple &&
         finding_.If<syntax::Subscript>(outer) &&
         (IsTarget(finding_, outer) || Goes(Captured::Sized, outer));
}

// `y.T`, `y.shape[0]`, `y.numel()`, `y.sum()`
bool CapturedUses::SizedInMember(ExprId member) {
  const base::Symbol name = finding_.If<syntax::Attribute>(member)->name;
  if (name == "T" || name == "mT") return turned_ = true, Goes(Captured::Sized, member);
  if (name == "shape") return Goes(Captured::Numbers, member);
  if (name == "device" || name == "dtype" || name == "ndim") return true;
  if (IsTarget(finding_, member)) return true;
  const ExprId next = finding_.parents.Parent(member);
  const auto* call = finding_.If<syntax::Call>(next);
  if (!call || call->callee != member) return false;
  if (name == "numel" || (name == "size" && !call->args.empty()))
    return Goes(Captured::Number, next);
  if (name == "size") return Goes(Captured::Numbers, next);
  return SizedArgument({}, next);
}

// `return Output(last_hidden_state=y)`
bool CapturedUses::IsReturnedIn(ExprId call) {
  if (finding_.parents.Parent(call) ||
      !finding_.If<syntax::Return>(finding_.parents.Statement(call)))
    return false;
  const FunctionId function = finding_.parents.FunctionOf(call);
  if (function != entry_) LeavesBy(function);
  return true;
}

bool CapturedUses::TakesSized(ExprId call) const {
  const models::Traits traits = finding_.Fact(finding_.If<syntax::Call>(call)->callee).traits;
  if (traits.Has(Trait::SizedWhole)) return IsWhole(call);
  if (traits.Has(Trait::SizedAlong)) return IsAlongAnother(call);
  return traits.op == OpKind::Elementwise || traits.op == OpKind::Combining ||
         traits.op == OpKind::Test || traits.op == OpKind::Reduction || traits.Has(Trait::Sized);
}

// By a method of a tensor.
bool AsksForData(base::Symbol method) {
  constexpr std::array kAsking = {"item", "tolist", "numpy", "nonzero", "unique"};
  return std::any_of(kAsking.begin(), kAsking.end(),
                     [&](std::string_view name) { return method == name; });
}

bool CapturedUses::SizedArgument(ExprId expr, ExprId call) {
  const auto& called = *finding_.If<syntax::Call>(call);
  const infer::ExprFact& fact = finding_.Fact(called.callee);
  const models::Traits traits = fact.traits;
  if (traits.Has(Trait::NotSized) && !traits.Has(Trait::SizedWhole)) return false;
  // All elements become one.
  if (const auto& made = finding_.Fact(call).tensor; made && made->rank == 0) return true;
  if (traits.op == OpKind::Reduction && called.args.size() == (expr ? 1u : 0u)) return true;
  if (fact.Is(FactKind::Class) && IsReturnedIn(call)) return true;
  const bool known = TakesSized(call);
  turned_ = turned_ || (traits.Has(Trait::AnotherShape) && !traits.Has(Trait::KeepsPlaces));
  if (!known) {
    // A module that is chosen elsewhere: `self.act_fn(y)`; a method of what it gives.
    const auto* method = finding_.If<syntax::Attribute>(called.callee);
    if (!method || !fact.Name().empty()) return false;
    if (!expr &&
        (!finding_.Fact(method->object).Is(FactKind::Unknown) || AsksForData(method->name)))
      return false;
    unknown_.insert(std::string(finding_.Text(called.callee)));
  }
  const bool several = finding_.Fact(call).OneOf(FactKind::Tuple, FactKind::List);
  return Goes(several ? Captured::SizedOnes : Captured::Sized, call);
}

bool CapturedUses::SizedOnesIn(ExprId expr, ExprId outer) {
  if (IsAppended(expr)) return true;
  if (const auto* item = finding_.If<syntax::Subscript>(outer)) {
    if (item->index == expr) return IsTensor(item->object) && Goes(Captured::Sized, outer);
    if (finding_.If<syntax::Slice>(item->index)) return Goes(Captured::SizedOnes, outer);
    const bool one =
        finding_.If<syntax::Literal>(item->index) || finding_.Fact(item->index).Is(FactKind::Int);
    return one && Goes(Captured::Sized, outer);
  }
  const auto* call = finding_.If<syntax::Call>(outer);
  return call && call->callee != expr && SizedArgument(expr, outer);
}

}  // namespace graphmend::fix
