// What a side of a branch changes in place: tensors that others hold, and parts of tensors.
//
//     if score > 0:                       predicate = score > 0
//         y[i] = x                        y[i] = torch.where(predicate, x, y[i])
//         self.mean.mul_(0.9)             self.mean.copy_(
//                                             torch.where(predicate, self.mean.mul(0.9),
//                                             self.mean))
//
// They are written to on the side itself, with what they hold where the side is not taken, so that
// others see the change where they did.
#include <algorithm>

#include "fix/branches.h"
#include "fix/gradients.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/pure_calls.h"
#include "fix/reads.h"
#include "fix/repeatable.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::StmtId;
using values::DType;

// Whether a number may be selected beside what the tensor holds without a change of dtype.
bool MayStandIn(const Value& number, const Term& tensor) {
  // Kinds stand in the order in which one takes over another.
  return number.term.kind != DType::Unknown && number.term.kind <= tensor.kind;
}

bool IsPerElement(OpKind op) { return op == OpKind::Elementwise || op == OpKind::Combining; }

}  // namespace

bool ChangesByMethod(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || !finding.Fact(method->object).Is(FactKind::Tensor)) return false;
  const models::Traits& traits = finding.Fact(call->callee).traits;
  return traits.Has(Trait::Mutates) && !traits.changed[0].name;  // nothing else
}

// Whether the index names one place, whatever tensors hold: ints, slices by them and `None`.
bool Branches::IsFixedPlace(ExprId index) const {
  const std::vector<ExprId> items = TupleItems(finding_.tree(), index);
  return std::all_of(items.begin(), items.end(), [&](ExprId item) {
    const auto is_int = [&](ExprId part) { return !part || finding_.Fact(part).Is(FactKind::Int); };
    if (const auto* slice = finding_.If<syntax::Slice>(item))
      return is_int(slice->lower) && is_int(slice->upper) && is_int(slice->step);
    const auto* literal = finding_.If<syntax::Literal>(item);
    const bool plain = literal && (literal->kind == syntax::LiteralKind::Ellipsis ||
                                   literal->kind == syntax::LiteralKind::None);
    return plain || is_int(item);
  });
}

// `self.steps += 1`: all of the tensor is written to.
bool Branches::ChangeHeld(const syntax::AugAssign& aug, const std::string& name, Side& side) {
  if (in_static_)
    return Fail("`" + name +
                "` is changed by Python and by a tensor; decide what Python knows first");
  Settle(side);
  Value before, value;
  // What has no gradient is not kept for one.
  const bool apart = IsWhole(terms_.Of(aug.target).kind) || IsGraphWithoutGradients(finding_);
  if ((!apart && !Evaluate(aug.target, side, before)) || !Evaluate(aug.value, side, value))
    return false;
  const std::optional<Code> changed = Changed(aug.target, aug.target, &aug, value, side);
  if (!changed) return false;
  const Code place = Code::Place(name);
  const Code all =
      Code::Sequence({place, Code::Verbatim("[...]", Precedence::Primary)}, Precedence::Primary);
  WriteStore(all, *changed, place, name, side);
  return true;
}

// A line that writes where the side is taken. `held`: what it writes elsewhere; of `object`.
void Branches::WriteStore(const Code& place, const Code& changed, const Code& held,
                          const std::string& object, Side& side) {
  side.lines.emplace_back(Torch().Method("where", {side.when, changed, held}).AssignedTo(place));
  DifferByWriting(object);
}

std::string Branches::ShownStore(ExprId target, const syntax::AugAssign* aug) const {
  return "`" + std::string(finding_.Text(target)) + " " +
         (aug ? std::string(Spelling(aug->op)) : "") + "= …`";
}

// `y[i] * x` of `y[i] *= x`. What autograd keeps of the tensor must not be what is written to.
Code Branches::Operated(const syntax::AugAssign& aug, ExprId target, const Value& value,
                        const Side& side) const {
  const bool sums = aug.op == syntax::BinaryOp::Add || aug.op == syntax::BinaryOp::Sub;
  const bool kept = !value.number && !value.reads.empty() && !sums && !AreWithoutGradients();
  const Code place = Code::Of(finding_, target, NamesIn(side));
  return (kept ? place.Method("clone") : place).Binary(aug.op, value.code);
}

// What the tensor, or the part of it that is the target, holds behind the statement, in its dtype.
std::optional<Code> Branches::Changed(ExprId target, ExprId object, const syntax::AugAssign* aug,
                                      const Value& value, const Side& side) {
  using syntax::BinaryOp;
  const Term tensor = terms_.Of(object);
  const std::string shown = ShownStore(target, aug);
  const bool fits = value.number ? MayStandIn(value, tensor)
                    : value.flag ? !aug && tensor.kind == DType::Bool
                                 : value.term.tensor;
  if (!fits) {
    Fail("what " + shown + " assigns is not known to be of the tensor's dtype; convert it");
    return std::nullopt;
  }
  const bool exact = !aug || aug->op == BinaryOp::Add || aug->op == BinaryOp::Sub ||
                     aug->op == BinaryOp::Mul || tensor.kind == DType::Float;
  if (!exact || (aug && !MayStandIn(value, tensor))) {
    Fail(shown + " may be refused for the dtype of what it computes; convert it");
    return std::nullopt;
  }
  if (!MayTakeGradient(object, shown, value, side)) return std::nullopt;
  const Code changed = aug ? Operated(*aug, target, value, side) : value.code;
  const bool same = AreSame(value.term.dtype, tensor.dtype);
  if (value.number || value.flag || same) return changed;
  const Code dtype = Code::Of(finding_, object, NamesIn(side)).Attribute("dtype");
  return changed.Method("to", {dtype});
}

// `y[i] = x` and, with `aug`, `y[i] += x`.
bool Branches::Store(ExprId target, ExprId expr, const syntax::AugAssign* aug, Side& side) {
  const auto* item = finding_.If<syntax::Subscript>(target);
  const std::string shown = ShownStore(target, aug);
  const Term tensor = item ? terms_.Of(item->object) : Term();
  const bool by_tensor = item && !aug && IsPlaceByTensor(item->index);
  if (!tensor.tensor || side.when.empty() || !(IsFixedPlace(item->index) || by_tensor))
    return Fail(shown +
                " changes an object on one side only; use torch.where in the assigned "
                "value");
  if (in_static_)
    return Fail(shown + " depends on Python and on a tensor; decide what Python knows first");
  Settle(side);
  Value place, value;
  if (!Evaluate(item->object, side, place) || !Evaluate(item->index, side, place) ||
      !Evaluate(expr, side, value))
    return false;
  const std::optional<Code> changed = Changed(target, item->object, aug, value, side);
  if (!changed) return false;
  const Code part = by_tensor ? PartAt(*item, side) : Code::Of(finding_, target, NamesIn(side));
  WriteStore(part, *changed, part, std::string(finding_.Text(item->object)), side);
  return true;
}

// A 0-d tensor of whole numbers; one of bytes is a mask.
bool Branches::IsPlaceByTensor(ExprId index) const {
  const infer::ExprFact& fact = finding_.Fact(index);
  return IsTensor(fact) && fact.tensor->dtype == DType::Int && fact.tensor->rank == 0 &&
         fact.tensor->exact.text() != "uint8" && !terms_.Effects(index);
}

// `y[place]` behind a line `place = torch.where(predicate, t, 0).reshape(1)`: what a 0-d tensor
// names as one that a graph takes, and where the side is not taken the first, since the test may be
// what keeps it in range.
Code Branches::PartAt(const syntax::Subscript& item, Side& side) {
  const Code index = Code::Of(finding_, item.index, NamesIn(side));
  const Code place = Code::Place(Fresh("place"));
  const Code chosen = Torch().Method("where", {side.when, index, Code::Number(0)});
  const Code one = chosen.Method("reshape", {Code::Number(1)});
  const std::string_view exact = finding_.Fact(item.index).tensor->exact.text();
  const bool wide = exact == "int64";
  if (exact.empty()) Differ("a place in bytes is a number, not a mask");
  side.lines.emplace_back((wide ? one : one.Method("long")).AssignedTo(place));
  Differ("there must be a first element to write to also where the test fails");
  if (!terms_.Of(item.object).fresh)
    Differ("a tensor whose elements share memory raises a different error or none, or a warning");
  return Code::Sequence({Code::Of(finding_, item.object, NamesIn(side)), Code::Verbatim("["), place,
                         Code::Verbatim("]")},
                        Precedence::Primary);
}

// The tensor that a place is a part or a view of.
ExprId Branches::WholeOf(ExprId place) const {
  if (const auto* item = finding_.If<syntax::Subscript>(place)) return WholeOf(item->object);
  const auto* call = finding_.If<syntax::Call>(place);
  const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
  return method ? WholeOf(method->object) : place;
}

// `p.data`, `p.detach()`: a tensor of its own, which takes a gradient without the one whose memory
// it shares.
bool Branches::IsDetached(ExprId place) const {
  if (const auto* attribute = finding_.If<syntax::Attribute>(place))
    return attribute->name == "data" && IsTensor(finding_.Fact(attribute->object));
  const auto* call = finding_.If<syntax::Call>(place);
  return call && finding_.NameOf(call->callee) == "torch.Tensor.detach";
}

// Whether what shares the memory of the place is read before the branch, or in a loop around: what
// autograd saved of it then is not what it holds in the backward pass, which compiled code refuses.
bool Branches::IsReadBefore(ExprId detached) const {
  const auto* attribute = finding_.If<syntax::Attribute>(detached);
  const auto* call = finding_.If<syntax::Call>(detached);
  if (call) attribute = finding_.If<syntax::Attribute>(call->callee);
  if (IsInLoop(finding_, branch_.front())) return true;
  const std::string_view place = finding_.Text(attribute->object);
  const source::Span before{finding_.tree()[finding_.function].span.begin,
                            finding_.tree()[branch_.front()].span.begin};
  bool read = false;
  ForEachInside(finding_, before, [&](ExprId part) { read |= finding_.Text(part) == place; });
  return read;
}

// What the tensor holds then may take part in autograd: where the test fails as well, since it is
// written to there, too.
bool Branches::MayTakeGradient(ExprId object, const std::string& shown, const Value& value,
                               const Side& side) {
  if (value.number || value.reads.empty() || side.cut || AreWithoutGradients()) return true;
  if (IsDetached(object)) return true;
  const ExprId whole = WholeOf(object);
  if (!terms_.Of(whole).fresh || !terms_.SlotOf(whole))
    return Fail(shown +
                " would make it require a gradient where the test fails; write to a tensor of the "
                "function's own, or detach the value");
  Differ("`" + std::string(finding_.Text(object)) +
         "` requires a gradient where the test fails, too");
  if (value.unstable) Differ(std::string(kZeroToNan));
  return true;
}

// Whether evaluating the expression again gives the same tensor, or a view of the same.
bool Branches::IsPlace(ExprId expr) const {
  if (finding_.If<syntax::Name>(expr)) return true;
  if (const auto* attribute = finding_.If<syntax::Attribute>(expr))
    return IsPlace(attribute->object) && !terms_.Effects(expr);
  if (const auto* item = finding_.If<syntax::Subscript>(expr))
    return IsPlace(item->object) && IsFixedPlace(item->index);
  const auto* call = finding_.If<syntax::Call>(expr);
  const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
  return method && terms_.OperationOf(expr).op == OpKind::View && IsPlace(method->object) &&
         !terms_.Effects(expr);
}

// `self.mean.mul_(0.9).add_(x)`: one after the other.
bool Branches::ChangeByMethod(ExprId expr, Side& side) {
  const auto& call = *finding_.If<syntax::Call>(expr);
  ExprId object = finding_.If<syntax::Attribute>(call.callee)->object;
  if (ChangesByMethod(finding_, object)) {
    if (!ChangeByMethod(object, side)) return false;
    while (ChangesByMethod(finding_, object))
      object = finding_.If<syntax::Attribute>(finding_.If<syntax::Call>(object)->callee)->object;
  }
  const std::string shown = "`" + std::string(finding_.Text(expr)) + "`";
  if (side.when.empty() || in_static_ || !terms_.Of(object).tensor || !IsPlace(object))
    return Fail(shown + " changes a tensor on one side only; use torch.where in an assigned value");
  if (IsDetached(object) && !AreWithoutGradients() && IsReadBefore(object))
    return Fail(shown + " changes what was read before the branch, also where the test fails");
  Settle(side);
  const std::optional<Code> changed = WrittenBy(call, object, shown, side);
  if (!changed) return false;
  const Code place = Code::Of(finding_, object, NamesIn(side));
  const Code selected = Torch().Method("where", {side.when, *changed, place});
  side.lines.emplace_back(place.Method("copy_", {selected}));
  DifferByWriting(std::string(finding_.Text(object)));
  return true;
}

// The arguments of the method; nullopt where they are neither tensors nor numbers.
std::optional<Branches::Written> Branches::ArgumentsOf(const syntax::Call& call, ExprId object,
                                                       Side& side) {
  Written out;
  out.all.number = true;
  const Term tensor = terms_.Of(object);
  for (const syntax::Arg& arg : call.args) {
    Value value;
    if (!Evaluate(arg.value, side, value)) return std::nullopt;
    const bool number = value.number || finding_.Fact(arg.value).Is(FactKind::Bool);
    if ((!number && !value.term.tensor) || arg.kind == syntax::ArgKind::Star ||
        arg.kind == syntax::ArgKind::DoubleStar) {
      Fail("`" + std::string(finding_.Text(arg.value)) +
           "` is not known to be a tensor or a number");
      return std::nullopt;
    }
    out.whole &= value.term.kind == DType::Int;
    out.same &= number || AreSame(value.term.dtype, tensor.dtype);
    const std::string name = arg.kind == syntax::ArgKind::Keyword ? arg.name.str() + "=" : "";
    out.args.emplace_back(name, value.code);
    value.number = number;
    const bool numbers = out.all.number && number;
    out.all.MadeOf(value);
    out.all.number = numbers;
  }
  return out;
}

// What the method fills the tensor with; nullopt where it computes something of it.
std::optional<Code> Branches::FilledWith(std::string_view method, const Code& place,
                                         const Written& given) {
  if (method == "torch.Tensor.zero_") return Code::Number(0);
  if (given.args.size() != 1) return std::nullopt;
  if (method == "torch.Tensor.copy_" && !given.all.number)
    return given.args[0].value.Method("to", {place});
  if (method == "torch.Tensor.fill_" && given.all.number)
    return Torch().Method("full_like", {place, given.args[0].value});
  return std::nullopt;
}

// What the method writes to all of the tensor.
std::optional<Code> Branches::WrittenBy(const syntax::Call& call, ExprId object,
                                        const std::string& shown, Side& side) {
  const auto given = ArgumentsOf(call, object, side);
  if (!given || !MayTakeGradient(object, shown, given->all, side)) return std::nullopt;
  const models::Traits traits = finding_.Fact(call.callee).traits;
  const Code place = Code::Of(finding_, object, NamesIn(side));
  const std::string_view name = finding_.NameOf(call.callee);
  if (auto filled = call.args.size() <= 1 ? FilledWith(name, place, *given) : std::nullopt)
    return filled;
  if (!IsPerElement(traits.writes)) {
    Fail("what " + shown + " writes is not followed; assign a new tensor");
    return std::nullopt;
  }
  const DType kind = terms_.Of(object).kind;
  DifferInComplex(traits, kind);
  // What autograd keeps of the tensor must not be what is written to.
  const bool apart = side.cut || AreWithoutGradients() || IsWhole(kind);
  const bool poles = traits.Has(Trait::Poles);
  if (!apart && poles) Differ(std::string(kZeroToNan));
  const bool linear = traits.writes == OpKind::Combining && given->all.number && !poles;
  const bool fits = FitsIn(kind, *given, traits);
  const std::string plain(name.substr(name.rfind('.') + 1, name.size() - name.rfind('.') - 2));
  const Code source = apart || linear ? place : place.Method("clone");
  const Code computed = source.Method(plain, given->args);
  return fits ? computed : computed.Method("to", {place.Attribute("dtype")});
}

// Whether the tensor takes what the method gives without a conversion.
bool Branches::FitsIn(DType kind, const Written& given, const models::Traits& traits) {
  const bool whole = kind == DType::Int && given.whole && traits.writes_whole;
  const bool fits = given.same && (kind == DType::Float || whole);
  if (!given.all.number) Differ("an argument that shares a part of the memory is not refused");
  if (!fits) Differ("numbers that do not fit its dtype are converted instead of refused");
  return fits;
}

void Branches::DifferInComplex(const models::Traits& traits, DType kind) {
  const bool real = kind == DType::Float || IsWhole(kind);
  if (traits.Has(Trait::Poles) && !real) Differ("the last bits of complex numbers may differ");
}

void Branches::DifferByWriting(const std::string& object) {
  Differ("both sides run, so that an error or a warning in either shows");
  Differ("`" + object +
         "` is written to where the test fails, too, with what it holds, and is refused where "
         "`copy_` is, as for elements that share memory, or for what autograd has saved of it");
}

}  // namespace graphmend::fix
