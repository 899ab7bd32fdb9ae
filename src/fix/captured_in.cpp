// What torch takes a symbol in, by kind of what is captured.
#include <algorithm>
#include <array>
#include <utility>

#include "fix/arguments.h"
#include "fix/captured_uses.h"
#include "fix/module_scope.h"
#include "fix/operands.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::FunctionId;

// Nothing that arithmetic with a number repeats, as it does a list.
bool CapturedUses::IsNumber(ExprId expr) const {
  const infer::ExprFact& fact = finding().Fact(expr);
  return !fact.MayBe(FactKind::List) && !fact.MayBe(FactKind::Tuple) &&
         !fact.MayBe(FactKind::Str) && !fact.MayBe(FactKind::Bytes) &&
         !finding().If<syntax::Sequence>(expr);
}

bool CapturedUses::NumberIn(ExprId expr, ExprId outer) {
  if (finding().If<syntax::Binary>(outer)) return NumberInSum(expr, outer);
  if (const auto* unary = finding().If<syntax::Unary>(outer))
    return unary->op == syntax::UnaryOp::Negate && Result(outer);
  if (const auto* compare = finding().If<syntax::Compare>(outer))
    return may_break_ || (compare->ops.size() == 1 &&
                          IsTensor(compare->left == expr ? compare->rights[0] : compare->left));
  if (finding().If<syntax::Slice>(outer)) return SliceIn(expr, outer);
  if (finding().If<syntax::Sequence>(outer) || finding().If<syntax::Dict>(outer))
    return InDisplay(Captured::Number, expr, outer);
  // `y[n] += 1` is an internal error of Dynamo's (2.13).
  if (const auto* item = finding().If<syntax::Subscript>(outer))
    return item->index == expr && IsTensor(item->object) &&
           !(IsTarget(finding(), outer) &&
             finding().If<syntax::AugAssign>(finding().parents.Statement(outer)));
  const auto* call = finding().If<syntax::Call>(outer);
  return call && call->callee != expr && NumberPassed(expr, outer, *call);
}

bool CapturedUses::NumberPassed(ExprId expr, ExprId outer, const syntax::Call& call) {
  if (IsMadeOf(outer) && IsReturnedIn(outer)) return Leaves(Captured::Number);
  if (const infer::ExprFact& made = finding().Fact(outer); IsTensor(outer))
    leaves_ |= made.tensor->exact.text() == "float64";
  // A function of a library that is not to be found.
  if (finding().Fact(call.callee).Is(FactKind::Unknown) &&
      !ImportedName(finding(), call.callee).empty())
    unknown_.insert(std::string(finding().Text(call.callee)));
  else if (!TakesSymbols(outer)) return false;
  // Which way the steps go must be known while tracing (2.13).
  else if (finding().NameOf(call.callee) == "torch.arange" && Argument(call, 2, "step") == expr)
    return false;
  // Tensors alone give it its shape.
  else if (finding().Fact(call.callee).traits.op == OpKind::Elementwise) return true;
  turned_ = true;  // any of its dimensions may have that size
  return Goes(Captured::Sized, outer);
}

// `torch.zeros(n, 4)`, `ids.repeat(n, 1)`
bool CapturedUses::TakesSymbols(ExprId call) const {
  const models::Traits traits = finding().Fact(finding().If<syntax::Call>(call)->callee).traits;
  return traits.Has(Trait::Symbols) || (traits.Has(Trait::SymbolsForWhole) && IsWhole(call));
}

// A call of whole numbers, or that gives such, so that it has no gradient.
bool CapturedUses::IsWhole(ExprId call) const {
  const auto& called = *finding().If<syntax::Call>(call);
  const auto* method = finding().If<syntax::Attribute>(called.callee);
  const ExprId tensor = method && IsTensor(method->object) ? method->object
                        : called.args.empty()              ? ExprId()
                                                           : called.args[0].value;
  const auto is_whole = [&](ExprId expr) {
    const auto& fact = finding().Fact(expr).tensor;
    return fact && values::IsWhole(fact->dtype);
  };
  return is_whole(call) || (tensor && is_whole(tensor));
}

// `y.chunk(2, dim=-1)`: not along the first dimension, which is the one that has the size, unless
// dimensions were turned.
bool CapturedUses::IsAlongAnother(ExprId call) const {
  const auto& called = *finding().If<syntax::Call>(call);
  const auto* method = finding().If<syntax::Attribute>(called.callee);
  const bool is_method = method && IsTensor(method->object);
  const std::string_view name = method ? method->name.text() : std::string_view();
  const bool alone = name == "unbind" || name == "squeeze";
  const int position = (alone ? 0 : 1) + (is_method ? 0 : 1);
  const auto constant = ConstantOf(finding(), Argument(called, position, "dim"));
  return !turned_ && constant && constant->kind == syntax::LiteralKind::Int &&
         constant->integer != 0;
}

// `x * n`, `n + 1`
bool CapturedUses::NumberInSum(ExprId expr, ExprId sum) {
  using syntax::BinaryOp;
  const auto& binary = *finding().If<syntax::Binary>(sum);
  constexpr std::array kLinear = {BinaryOp::Add, BinaryOp::Sub,      BinaryOp::Mul,
                                  BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod};
  const ExprId other = binary.left == expr ? binary.right : binary.left;
  if (std::find(kLinear.begin(), kLinear.end(), binary.op) == kLinear.end()) return false;
  if (IsTensor(other)) return true;
  // inductor has no remainder of a float (2.13).
  const bool rounds = binary.op == BinaryOp::Mod || binary.op == BinaryOp::FloorDiv;
  if (rounds && (IsFloat(expr) || IsFloat(other))) return false;
  // Where it is 0, what inductor compiles kills the process, or goes on (2.13).
  if (rounds && binary.right == expr) return false;
  divides_ |= binary.op == BinaryOp::Div && binary.right == expr;
  return IsNumber(other) && Result(sum, Grows(sum, other) ? Way::Grown : Way::Computed);
}

// `n * k`, `n + 1`
bool CapturedUses::Grows(ExprId sum, ExprId other) const {
  const syntax::BinaryOp op = finding().If<syntax::Binary>(sum)->op;
  if (op != syntax::BinaryOp::Add && op != syntax::BinaryOp::Mul) return false;
  const infer::ExprFact& fact = finding().Fact(other);
  const bool negative = fact.constant && fact.constant->kind == syntax::LiteralKind::Int &&
                        fact.constant->integer < 0;
  return fact.OneOf(FactKind::Int, FactKind::Scalar) && !negative &&
         !finding().If<syntax::Unary>(other);
}

// A number that is computed from the captured one.
bool CapturedUses::Result(ExprId number, Way way) {
  computes_ = true;
  computes_twice_ |= way_ != Way::Plain;
  const Way was = std::exchange(way_, std::max(way_, way));
  const bool goes = Goes(Captured::Number, number);
  way_ = was;
  return goes;
}

// `x[: min(n, 2)]`, at which Dynamo fails where `x` is empty (torch 2.13).
bool CapturedUses::IsBounded(ExprId bound) const {
  const auto* call = finding().If<syntax::Call>(bound);
  const std::string_view name = call ? BuiltinOf(call->callee) : std::string_view();
  return name == "min" || name == "max";
}

bool CapturedUses::SliceIn(ExprId bound, ExprId slice) {
  const auto& bounds = *finding().If<syntax::Slice>(slice);
  if (bounds.step == bound || IsBounded(bounds.lower) || IsBounded(bounds.upper)) return false;
  const auto* name = finding().If<syntax::Name>(bound);
  bounds_slices_ = true;
  bounds_by_growth_ = bounds_by_growth_ || way_ == Way::Grown;
  bounds_by_result_ = bounds_by_result_ || way_ == Way::Computed || (!name && way_ == Way::Plain);
  if (name && way_ != Way::Grown) bounds_.insert(name->id.str());
  ExprId item = finding().parents.Parent(slice);
  if (finding().If<syntax::Sequence>(item)) {
    turned_ = true;
    item = finding().parents.Parent(item);
  }
  const auto* subscript = finding().If<syntax::Subscript>(item);
  if (!subscript) return false;
  // What is stored into has its size; inductor asks for no more than the sign (2.13).
  if (IsTarget(finding(), item))
    return finding().If<syntax::Assign>(finding().parents.Statement(item)) &&
           IsTensor(subscript->object);
  return !IsWindow(slice) && MayBeTensor(subscript->object) && Goes(Captured::Sized, item);
}

// A tensor, unless what it was computed with makes something else of it, which is stated.
bool CapturedUses::MayBeTensor(ExprId expr) {
  if (IsTensor(expr)) return true;
  const infer::ExprFact& fact = finding().Fact(expr);
  if (!fact.OneOf(FactKind::Tensor, FactKind::Unknown) || !fact.MayBe(FactKind::Tensor))
    return false;
  unknown_.insert(std::string(finding().Text(expr)));
  return true;
}

bool CapturedUses::PartOfTuple(ExprId tuple) {
  const ExprId outer = finding().parents.Parent(tuple);
  // torch takes no symbol beside other indices, `x[:, n]` (2.13, measured).
  if (!outer || finding().If<syntax::Subscript>(outer)) return false;
  const auto* call = finding().If<syntax::Call>(outer);
  turned_ = true;
  return call && TakesSymbols(outer) && Goes(Captured::Sized, outer);
}

// `return loss, {"l1": n}`: a display that the entry returns, perhaps within others.
bool CapturedUses::IsReturned(ExprId display) const {
  while (const ExprId outer = finding().parents.Parent(display)) {
    const auto* written = finding().If<syntax::Sequence>(outer);
    if (!finding().If<syntax::Dict>(outer) &&
        (!written || written->kind == syntax::SequenceKind::Set))
      return false;
    display = outer;
  }
  return IsEntry(finding().parents.FunctionOf(display)) &&
         finding().If<syntax::Return>(finding().parents.Statement(display));
}

// A method of the list that asks for no number in it.
bool CapturedUses::IsAppended(ExprId list) const {
  const auto* method = finding().If<syntax::Attribute>(finding().parents.Parent(list));
  return method && method->object == list &&
         (method->name == "append" || method->name == "insert" || method->name == "reverse");
}

bool CapturedUses::NumbersIn(Captured kind, ExprId expr, ExprId outer) {
  if (IsAppended(expr)) return true;
  if (finding().If<syntax::Sequence>(outer) || finding().If<syntax::Dict>(outer))
    return InDisplay(kind, expr, outer);
  if (const auto* item = finding().If<syntax::Subscript>(outer)) {
    if (item->object != expr) return false;
    return finding().If<syntax::Slice>(item->index)
               ? Goes(kind, outer)
               : Goes((kind == Captured::Rows ? Captured::Numbers : Captured::Number), outer);
  }
  if (const auto* sum = finding().If<syntax::Binary>(outer))
    return sum->op == syntax::BinaryOp::Add && Goes(kind, outer);
  const auto* star = finding().If<syntax::Starred>(outer);
  const ExprId call = star ? finding().parents.Parent(outer) : outer;
  const auto* called = finding().If<syntax::Call>(call);
  if (kind != Captured::Numbers || !called || called->callee == expr) return false;
  const models::Traits traits = finding().Fact(called->callee).traits;
  turned_ = true;
  if (traits.Has(Trait::NumbersAsSymbols)) return Goes(Captured::SizedOnes, call);
  return TakesSymbols(call) && Goes(Captured::Sized, call);
}

// Whether the first dimension may become another one, or another one may have such a size, too: by
// all that it is computed with but numbers.
bool CapturedUses::MayTurn(ExprId expr, ExprId outer) const {
  bool may = false;
  ForEachPart(finding().tree(), outer, [&](ExprId part) {
    const infer::ExprFact& fact = finding().Fact(part);
    const bool number =
        fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Scalar) ||
        (fact.tensor && IsTensor(part) && fact.tensor->rank == 0);
    may = may || (part != expr && !number);
  });
  return may;
}

bool CapturedUses::SizedIn(ExprId expr, ExprId outer) {
  if (finding().If<syntax::Binary>(outer) || finding().If<syntax::Compare>(outer)) {
    turned_ = turned_ || MayTurn(expr, outer);
    return Goes(Captured::Sized, outer);
  }
  if (const auto* unary = finding().If<syntax::Unary>(outer))
    return unary->op != syntax::UnaryOp::Not && Goes(Captured::Sized, outer);
  if (const auto* item = finding().If<syntax::Subscript>(outer)) {
    // `y[:, 0]` alone leaves the first dimension where it is.
    const ExprId first = TupleItems(finding().tree(), item->index)[0];
    turned_ = turned_ || (item->object == expr && !finding().If<syntax::Slice>(first));
    return MayBeTensor(item->object) &&
           (IsTarget(finding(), outer) || Goes(Captured::Sized, outer));
  }
  if (finding().If<syntax::Sequence>(outer) || finding().If<syntax::Dict>(outer))
    return InDisplay(Captured::Sized, expr, outer);
  if (finding().If<syntax::Attribute>(outer)) return SizedInMember(outer);
  const auto* call = finding().If<syntax::Call>(outer);
  if (!call || call->callee == expr) return false;
  return SizedArgument(expr, outer);
}

// `torch.cat([y, z])`, `return y, z`, `x[i, y]`
bool CapturedUses::SizedInDisplay(ExprId display) {
  const ExprId outer = finding().parents.Parent(display);
  if (!outer) return false;
  if (finding().If<syntax::Call>(outer)) return SizedArgument(display, outer);
  turned_ = turned_ || finding().If<syntax::Subscript>(outer);  // `x[:, i]`
  return finding().If<syntax::Sequence>(display)->kind == syntax::SequenceKind::Tuple &&
         finding().If<syntax::Subscript>(outer) &&
         (IsTarget(finding(), outer) || Goes(Captured::Sized, outer));
}

// `y.size(1)`, `y.shape[1]`: not the first dimension, which is the one that has the size, unless
// dimensions were turned.
bool CapturedUses::IsAlongOthers(ExprId member) const {
  const base::Symbol name = finding().If<syntax::Attribute>(member)->name;
  const ExprId outer = finding().parents.Parent(member);
  ExprId at;
  if (const auto* item = finding().If<syntax::Subscript>(outer); item && name == "shape")
    at = item->index;
  if (const auto* call = finding().If<syntax::Call>(outer);
      call && name == "size" && call->callee == member && call->args.size() == 1)
    at = call->args[0].value;
  const auto* number = finding().If<syntax::Literal>(at);
  return !turned_ && number && number->kind == syntax::LiteralKind::Int && number->integer > 0;
}

// `y.T`, `y.shape[0]`, `y.numel()`, `y.sum()`
bool CapturedUses::SizedInMember(ExprId member) {
  const base::Symbol name = finding().If<syntax::Attribute>(member)->name;
  if (name == "T" || name == "mT") return turned_ = true, Goes(Captured::Sized, member);
  if (IsAlongOthers(member)) return true;
  if (name == "shape") return Goes(Captured::Numbers, member);
  // `y.device`, `y.is_cuda`
  const bool of_any_size = finding().Fact(member).OneOf(FactKind::Bool, FactKind::DType,
                                                        FactKind::Device, FactKind::Plain);
  if (of_any_size || name == "ndim") return true;
  if (IsTarget(finding(), member)) return true;
  const ExprId next = finding().parents.Parent(member);
  const auto* call = finding().If<syntax::Call>(next);
  if (!call || call->callee != member) return false;
  if (name == "numel" || (name == "size" && !call->args.empty()))
    return Goes(Captured::Number, next);
  if (name == "size") return Goes(Captured::Numbers, next);
  return SizedArgument({}, next);
}

// The call makes an object, of a class that may be decorated.
bool CapturedUses::IsMadeOf(ExprId call) const {
  const ExprId callee = finding().If<syntax::Call>(call)->callee;
  const infer::ExprFact& fact = finding().Fact(callee);
  // A class that looks the number up, as an enum does, needs it.
  if (fact.Is(FactKind::Class)) return !finding().Fact(call).MayBe(FactKind::Plain);
  return (fact.Is(FactKind::Callable) && fact.Name().empty() &&
          !ImportedName(finding(), callee).empty());
}

// `return Output(last_hidden_state=y)`
bool CapturedUses::IsReturnedIn(ExprId call) {
  if (finding().parents.Parent(call) ||
      !finding().If<syntax::Return>(finding().parents.Statement(call)))
    return false;
  const FunctionId function = finding().parents.FunctionOf(call);
  if (!IsEntry(function)) LeavesBy(function);
  return true;
}

bool CapturedUses::TakesSized(ExprId call) const {
  const models::Traits traits = finding().Fact(finding().If<syntax::Call>(call)->callee).traits;
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

// A function of a library that is not to be found, a module that is chosen elsewhere:
// `self.act_fn(y)`; a method of what it gives. Which one is stated.
bool CapturedUses::IsOutOfView(ExprId expr, ExprId call) {
  const auto& called = *finding().If<syntax::Call>(call);
  const infer::ExprFact& fact = finding().Fact(called.callee);
  const auto* method = finding().If<syntax::Attribute>(called.callee);
  const bool imported =
      expr && fact.Is(FactKind::Unknown) && !ImportedName(finding(), called.callee).empty();
  if (!imported && (!method || !fact.Name().empty())) return false;
  if (!expr && (!finding().Fact(method->object).Is(FactKind::Unknown) || AsksForData(method->name)))
    return false;
  turned_ = true;
  unknown_.insert(std::string(finding().Text(called.callee)));
  return true;
}

bool CapturedUses::SizedArgument(ExprId expr, ExprId call) {
  const auto& called = *finding().If<syntax::Call>(call);
  const infer::ExprFact& fact = finding().Fact(called.callee);
  const models::Traits traits = fact.traits;
  if (traits.Has(Trait::NotSized) && !traits.Has(Trait::SizedWhole)) return false;
  // All elements become one.
  if (const auto& made = finding().Fact(call).tensor; made && made->rank == 0) return true;
  if (traits.op == OpKind::Reduction && called.args.size() == (expr ? 1u : 0u)) return true;
  if (IsMadeOf(call) && IsReturnedIn(call)) return true;
  const bool is_first = !expr || called.args[0].value == expr;
  // A view along a dimension is told by where the dimensions are before it.
  const bool viewed = traits.op == OpKind::View && TakesSized(call);
  turned_ = turned_ || !KeepsDimensions(traits, is_first);
  if (!viewed && !TakesSized(call) && !IsOutOfView(expr, call)) return false;
  const bool several = finding().Fact(call).OneOf(FactKind::Tuple, FactKind::List);
  return Goes(several ? Captured::SizedOnes : Captured::Sized, call);
}

bool CapturedUses::SizedOnesIn(ExprId expr, ExprId outer) {
  if (finding().If<syntax::Attribute>(outer)) return SizedOnesInMember(expr, outer);
  if (finding().If<syntax::Sequence>(outer) || finding().If<syntax::Dict>(outer))
    return InDisplay(Captured::SizedOnes, expr, outer);
  if (const auto* item = finding().If<syntax::Subscript>(outer)) {
    if (item->index == expr) return IsTensor(item->object) && Goes(Captured::Sized, outer);
    if (finding().If<syntax::Slice>(item->index)) return Goes(Captured::SizedOnes, outer);
    if (IsTarget(finding(), outer)) return true;
    const bool one = finding().If<syntax::Literal>(item->index) ||
                     finding().Fact(item->index).OneOf(FactKind::Int, FactKind::Str);
    return one && Goes(Captured::Sized, outer);
  }
  if (const auto* compare = finding().If<syntax::Compare>(outer))
    return compare->ops.size() == 1 && compare->rights[0] == expr && IsContainer(expr) &&
           (compare->ops[0] == syntax::CompareOp::In ||
            compare->ops[0] == syntax::CompareOp::NotIn);
  if (const auto* unary = finding().If<syntax::Unary>(outer))
    return unary->op == syntax::UnaryOp::Not && IsContainer(expr);
  const auto* call = finding().If<syntax::Call>(outer);
  return call && call->callee != expr && SizedArgument(expr, outer);
}

}  // namespace graphmend::fix
