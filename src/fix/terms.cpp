#include "fix/terms.h"

#include <algorithm>

#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using dataflow::Origin;
using dataflow::ShapeId;
using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;

bool IsNew(models::Traits operation) {
  return operation.op != OpKind::View && !operation.Has(Trait::MayShare);
}

}  // namespace

std::optional<flow::Slot> Terms::SlotOf(ExprId expr) const {
  const auto* name = finding_.If<syntax::Name>(expr);
  return name ? SlotOf(name->id) : std::nullopt;
}

std::optional<flow::Slot> Terms::SlotOf(syntax::Symbol name) const {
  const names::Index& index = finding_.file.index();
  const names::Binding binding = index.Resolve(flow_.graph().scope, name);
  if (binding.kind != names::BindingKind::Local) return std::nullopt;
  return binding.slot;
}

ExprId Terms::ValueOf(const flow::Inst* definition) const {
  if (!definition) return {};
  const auto* store = std::get_if<flow::Store>(&definition->node);
  if (!store) return {};
  const flow::Inst& made = flow_.graph().Definition(store->value);
  if (const auto* unpack = std::get_if<flow::Unpack>(&made.node))
    return PartOf(*unpack, store->value);
  if (std::holds_alternative<flow::Next>(made.node)) return {};
  return made.expr;
}

// `a, b = x, y`: the expression that gives this part; none of what is taken apart otherwise.
ExprId Terms::PartOf(const flow::Unpack& unpack, flow::TempId part) const {
  const ExprId whole = flow_.graph().Definition(unpack.source).expr;
  const auto* written = finding_.If<syntax::Sequence>(whole);
  if (!written || unpack.star >= 0 || written->items.size() != unpack.results.size()) return {};
  for (const ExprId item : written->items)
    if (finding_.If<syntax::Starred>(item)) return {};
  const auto at = std::find(unpack.results.begin(), unpack.results.end(), part);
  return written->items[static_cast<std::size_t>(at - unpack.results.begin())];
}

// `total += x` of a tensor, which stays the one that the others are: whether they are all that it
// may have been before.
bool Terms::IsChangedFrom(const flow::Inst* definition, const Definitions& others) const {
  const auto* aug = definition ? finding_.If<syntax::AugAssign>(definition->stmt) : nullptr;
  if (!aug || others.size() == 1 || !IsTensor(finding_.Fact(aug->target))) return false;
  const Definitions& before = flow_.Of(aug->target);
  return std::includes(others.begin(), others.end(), before.begin(), before.end());
}

// ---- shape and dtype ----------------------------------------------------------------------------
Term Terms::Compute(const Definitions& definitions, flow::Slot slot, int depth) const {
  Term all;
  bool first = true, same = true;
  Origin origin{.kind = Origin::Kind::Variable, .parts = {slot}};
  for (const flow::Inst* definition : definitions) {
    if (IsChangedFrom(definition, definitions)) continue;
    origin.parts.push_back(definition ? definition->span.begin : Origin::kEntry);
    Term one;
    if (ExprId value = ValueOf(definition); value && depth < kMaxDepth) one = Of(value, depth + 1);
    same &= first || (one.shape == all.shape && one.dtype == all.dtype);
    if (first) all = one;
    else {
      all.tensor &= one.tensor;
      all.fresh &= one.fresh;
      if (all.kind != one.kind) all.kind = values::DType::Unknown;
    }
    first = false;
  }
  if (!same || !all.shape) all.shape = symbols_.Shape(origin);
  if (!same || !all.dtype) all.dtype = symbols_.DType(origin);
  if (all.tensor && all.kind != values::DType::Unknown) return all;
  const TermMemo::Reads reads = ReadsOf(definitions, slot);
  all.tensor |= reads.tensor;
  if (all.kind == values::DType::Unknown) all.kind = reads.kind;
  return all;
}

// What a fix writes in place of a read.
Term Terms::OfAssumed(ExprId expr, const Assumed& assumed, int depth) const {
  const bool whole = assumed.suffix.empty();
  Term term;
  if (whole) term = Of(assumed.tensor, depth + 1);
  term.tensor = true, term.shape = dataflow::kSingle, term.fresh = !whole;
  term.kind = finding_.Fact(expr).tensor->dtype;
  if (!whole) term.dtype = symbols_.DType({.kind = Origin::Kind::Value, .parts = {expr.index}});
  const bool as_read = whole || assumed.suffix == ".reshape(())";
  if (as_read && assumed.tensor && term.kind == values::DType::Bool)
    term.kind = KindOf(assumed.tensor, depth + 1);
  if (term.kind == values::DType::Bool) term.dtype = dataflow::kBool;
  return term;
}

Term Terms::Compute(ExprId expr, int depth) const {
  if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->IsRewritten())
    return OfAssumed(expr, *assumed, depth);
  Term term;
  const infer::ExprFact& fact = finding_.Fact(expr);
  term.tensor = fact.Is(FactKind::Tensor);
  if (auto slot = SlotOf(expr); slot && depth < kMaxDepth) {
    Term variable = Of(flow_.Of(expr), *slot, depth + 1);
    term.shape = variable.shape, term.dtype = variable.dtype, term.fresh = variable.fresh;
    term.tensor |= variable.tensor, term.kind = variable.kind;
  }
  const values::DType kind = KindOf(expr, depth);
  const values::Tensor tensor = fact.tensor.value_or(values::Tensor{});
  if (tensor.dtype != values::DType::Unknown) term.kind = kind;
  if (tensor.numpy) term.tensor = false;
  if (depth < kMaxDepth) term = OfOperator(expr, std::move(term), depth);
  if (tensor.exact.text() != "") term.dtype = symbols_.DType(tensor.exact.text());
  if (kind == values::DType::Bool) term.dtype = dataflow::kBool;
  if (tensor.rank == 0) term.shape = dataflow::kSingle;
  if (MayBeReshaped(expr))
    term.shape = symbols_.Shape({.kind = Origin::Kind::Read, .parts = {expr.index}});
  if (term.shape && term.dtype) return term;
  const Origin origin = OriginOf(expr);
  if (!term.shape)
    term.shape = depth < kMaxDepth ? symbols_.Shape(origin, ResizedFrom(expr, depth))
                                   : symbols_.Shape(origin);
  if (!term.dtype) term.dtype = symbols_.DType(origin);
  return term;
}

Term Terms::OfOperator(ExprId expr, Term term, int depth) const {
  if (const auto* binary = finding_.If<syntax::Binary>(expr)) return OfBinary(*binary, term, depth);
  if (finding_.If<syntax::Call>(expr)) return OfCall(expr, term, depth);
  const auto* unary = finding_.If<syntax::Unary>(expr);
  if (unary && term.tensor && unary->op != syntax::UnaryOp::Not) {
    const Term operand = Of(unary->operand, depth + 1);
    term.shape = operand.shape, term.dtype = operand.dtype;
    term.fresh = unary->op != syntax::UnaryOp::Plus || operand.fresh;  // +x is x
  }
  if (const auto* compare = finding_.If<syntax::Compare>(expr)) {
    const Term left = Of(compare->left, depth + 1);
    if (IsNumber(compare->rights[0])) term.shape = left.shape;
    term.dtype = dataflow::kBool, term.fresh = true;
  }
  return term;
}

bool Terms::IsNumber(ExprId expr) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  return fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool);
}

Term Terms::OfBinary(const syntax::Binary& binary, Term term, int depth) const {
  if (!term.tensor || binary.op == syntax::BinaryOp::MatMul) return term;
  const Term left = Of(binary.left, depth + 1), right = Of(binary.right, depth + 1);
  const bool shift = binary.op == syntax::BinaryOp::LShift || binary.op == syntax::BinaryOp::RShift;
  const bool divides = binary.op == syntax::BinaryOp::Div || binary.op == syntax::BinaryOp::Pow;
  term.fresh = true;
  auto with_number = [&](const Term& tensor, ExprId number) {
    term.shape = tensor.shape;
    const bool whole = finding_.Fact(number).Is(FactKind::Int);
    // Whatever it was, it is floating now.
    if (term.kind == values::DType::Unknown && finding_.Fact(number).Is(FactKind::Float))
      term.kind = values::DType::Float;
    if (tensor.kind == values::DType::Float ||
        (tensor.kind == values::DType::Int && whole && !divides))
      term.dtype = tensor.dtype;
  };
  if (left.tensor && IsNumber(binary.right)) with_number(left, binary.right);
  else if (right.tensor && IsNumber(binary.left) && !shift) with_number(right, binary.left);
  else if (left.tensor && right.tensor) {
    const bool single = right.shape == dataflow::kSingle;
    if (AreSame(left.shape, right.shape) || single) term.shape = left.shape;
    else if (left.shape == dataflow::kSingle) term.shape = right.shape;
    const bool kept = !divides || left.kind == values::DType::Float;
    if (AreSame(left.dtype, right.dtype) && kept) term.dtype = left.dtype;
    else if (left.kind == values::DType::Float && single && left.shape != dataflow::kSingle &&
             right.kind != values::DType::Complex)
      term.dtype = left.dtype;
  }
  return term;
}

ExprId Terms::Subject(const syntax::Call& call) const {
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  if (method && finding_.Fact(method->object).Is(FactKind::Tensor)) return method->object;
  if (!call.args.empty() && call.args[0].kind == syntax::ArgKind::Positional)
    return call.args[0].value;
  return {};
}

models::Traits Terms::OperationOf(ExprId expr) const {
  const auto* call = finding_.If<syntax::Call>(expr);
  if (!call) return {};
  const infer::ExprFact& callee = finding_.Fact(call->callee);
  // Of a module the fact names the class; of a class, what is called makes an object.
  if (!callee.OneOf(FactKind::Callable) && !callee.OneOf(FactKind::Object) &&
      !callee.OneOf(FactKind::Class))
    return {};
  if (callee.Is(FactKind::Class) && callee.traits.op != OpKind::Host) return {};
  // Of what is made with `inplace=True`, too.
  if (callee.traits.ChangesArguments()) return {};
  for (Trait changes : {Trait::ChangesShape, Trait::ChangesState, Trait::Random})
    if (callee.traits.Has(changes)) return {};
  return TakesPlainArguments(*call, callee.traits) ? callee.traits : models::Traits();
}

// Whether no argument is written to, or not seen.
bool Terms::TakesPlainArguments(const syntax::Call& call, models::Traits callee) const {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const syntax::Arg& arg = call.args[i];
    // `relu(x, True)`
    if (callee.in_place_at > 0 && i == callee.in_place_at) return false;
    if (arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar) return false;
    if (arg.name == "out" || arg.name == "inplace" || arg.name == "generator") return false;
  }
  return true;
}

// Whether all that the call does besides its result is to move the generator of random numbers.
bool Terms::OnlyDraws(const syntax::Call& call) const {
  const models::Traits callee = finding_.Fact(call.callee).traits;
  const bool changes = callee.ChangesArguments() || callee.Has(Trait::ChangesShape) ||
                       callee.Has(Trait::ChangesState) || callee.Has(Trait::ReadsData);
  return finding_.Fact(call.callee).Is(FactKind::Callable) && callee.Has(Trait::Random) &&
         !changes && TakesPlainArguments(call, callee);
}

// The shape of the tensor whose shape the result certainly has, by what the stubs say of the call;
// none where they do not.
ShapeId Terms::GivenShape(const syntax::Call& call, models::Traits operation, int depth) const {
  ExprId giver;
  if (operation.Has(Trait::SameShape)) giver = Subject(call);
  const bool method = finding_.If<syntax::Attribute>(call.callee);
  if (operation.Has(Trait::ShapeOfSecond) && method && call.args.size() == 1)
    giver = call.args[0].value;
  const Term term = giver ? Of(giver, depth + 1) : Term();
  return term.tensor ? term.shape : ShapeId();
}

Term Terms::OfCall(ExprId expr, Term term, int depth) const {
  const auto& call = *finding_.If<syntax::Call>(expr);
  const models::Traits operation = OperationOf(expr);
  const ExprId subject = Subject(call);
  if (!term.tensor || operation.op == OpKind::Unknown || operation.op == OpKind::Host) return term;
  term.fresh = IsNew(operation);
  term.shape = GivenShape(call, operation, depth);
  bool numbers = true, whole = true, typed = false;
  for (const syntax::Arg& arg : call.args) {
    typed |= arg.name == "dtype";
    if (arg.value == subject) continue;
    numbers &= IsNumber(arg.value) || finding_.Fact(arg.value).Is(FactKind::None);
    whole &= finding_.Fact(arg.value).OneOf(FactKind::Int, FactKind::None);
  }
  if (!subject || !numbers) return term;
  const Term tensor = Of(subject, depth + 1);
  if (!tensor.tensor) return term;
  if (operation.op == OpKind::Test) term.shape = tensor.shape, term.dtype = dataflow::kBool;
  if (operation.op == OpKind::Reduction && tensor.kind == values::DType::Float && !typed) {
    if (operation.Has(Trait::SameDType)) term.dtype = tensor.dtype;
  }
  if (operation.op != OpKind::Elementwise && operation.op != OpKind::Combining) return term;
  term.shape = tensor.shape;
  const bool kept = operation.Has(Trait::ZerosStayZeros) && whole;
  if (!typed && KeepsDType(call, tensor, kept)) term.dtype = tensor.dtype;
  return term;
}

}  // namespace graphmend::fix
