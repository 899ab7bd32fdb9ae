// Unary and binary operators.
#include "infer/calls/torch_functions.h"
#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"
#include "infer/interpret/runtime_numbers.h"
#include "infer/interpret/sizes.h"
#include "infer/interpret/texts.h"

namespace graphmend::infer {
namespace {

PyType ResultType(BinaryOp op, PyType a, PyType b) {
  if (a == PyType::Str || b == PyType::Str) return PyType::Str;
  if (a == PyType::Any || b == PyType::Any) return PyType::Any;
  if (op == BinaryOp::Div) return PyType::Float;
  if (a == PyType::Complex || b == PyType::Complex) return PyType::Complex;
  if (a == PyType::Float || b == PyType::Float) return PyType::Float;
  bool bitwise = op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  if (bitwise && a == PyType::Bool && b == PyType::Bool) return PyType::Bool;
  return PyType::Int;
}

std::optional<double> FoldReals(BinaryOp op, double x, double y) {
  switch (op) {
    case BinaryOp::Add: return x + y;
    case BinaryOp::Sub: return x - y;
    case BinaryOp::Mul: return x * y;
    case BinaryOp::Div: return y == 0 ? std::nullopt : std::optional(x / y);
    case BinaryOp::MatMul:
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod:
    case BinaryOp::Pow:
    case BinaryOp::LShift:
    case BinaryOp::RShift:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor: break;
  }
  return std::nullopt;
}

// As Python divides: towards minus infinity.
std::optional<std::int64_t> FloorDivided(std::int64_t x, std::int64_t y) {
  if (y == 0 || (y == -1 && x == INT64_MIN)) return std::nullopt;
  return x / y - ((x % y != 0) && ((x < 0) != (y < 0)));
}

std::optional<std::int64_t> Remainder(std::int64_t x, std::int64_t y) {
  if (y == 0 || y == -1) return std::nullopt;
  return (x % y + y) % y;
}

std::optional<std::int64_t> FoldIntegers(BinaryOp op, std::int64_t x, std::int64_t y) {
  std::int64_t out = 0;
  bool overflows = true;  // or is not folded
  switch (op) {
    case BinaryOp::Add: overflows = __builtin_add_overflow(x, y, &out); break;
    case BinaryOp::Sub: overflows = __builtin_sub_overflow(x, y, &out); break;
    case BinaryOp::Mul: overflows = __builtin_mul_overflow(x, y, &out); break;
    case BinaryOp::FloorDiv: return FloorDivided(x, y);
    case BinaryOp::Mod: return Remainder(x, y);
    case BinaryOp::MatMul:
    case BinaryOp::Div:
    case BinaryOp::Pow:
    case BinaryOp::LShift:
    case BinaryOp::RShift:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor: break;
  }
  return overflows ? std::nullopt : std::optional(out);
}

std::optional<Ref> FoldNumbers(Unit& unit, BinaryOp op, const values::Constant& a,
                               const values::Constant& b) {
  if (!IsNumber(a) || !IsNumber(b)) return std::nullopt;
  if (op == BinaryOp::Div || !IsInteger(a) || !IsInteger(b)) {
    const std::optional<double> real = FoldReals(op, AsReal(a), AsReal(b));
    if (!real) return std::nullopt;
    return Ref{unit.values.Intern(values::Constant{LiteralKind::Float, 0, *real, {}}), {}};
  }
  const bool truths = a.kind != LiteralKind::Int && b.kind != LiteralKind::Int;
  if (truths && op == BinaryOp::BitOr) return Ref{unit.values.Bool(a.integer || b.integer), {}};
  if (truths && op == BinaryOp::BitAnd) return Ref{unit.values.Bool(a.integer && b.integer), {}};
  const std::optional<std::int64_t> integer = FoldIntegers(op, a.integer, b.integer);
  return integer ? std::optional(Ref{unit.values.Int(*integer), {}}) : std::nullopt;
}

bool IsContainer(Unit& unit, Ref r) {
  return unit.values.If<values::Sequence>(r) || unit.values.If<values::Dict>(r);
}

// An operator of a text that shows a tensor.
void ObserveShown(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  const bool on_left = unit.data.ShowsTensor(left);
  const char* gb = op == BinaryOp::Add   ? "GB3934"
                   : op == BinaryOp::Mul ? "GB9458"
                   : on_left             ? "GB0208"
                                         : "GB0088";
  unit.data.ObserveShown(on_left ? left : right, Spelling(op), gb, site);
}

// `"%s" % x`
Ref FormatPercent(Unit& unit, Ref left, Ref right, const Site& site) {
  if (unit.data.HoldsTensor(right))
    unit.recorder.Observe(observed::TensorText{{"%"}}, site, right, {"GB0059"});
  const auto* format = unit.values.If<values::Constant>(left);
  const auto text = format && format->kind == LiteralKind::Str
                        ? PercentText(unit.values, format->text.text(), right)
                        : std::nullopt;
  return text ? unit.Text(*text) : unit.Guarded(PyType::Str);
}

Ref MatMul(Unit& unit, Ref left, Ref right, const Site& site) {
  const auto* tl = unit.values.If<values::Tensor>(left);
  const auto* tr = unit.values.If<values::Tensor>(right);
  values::Tensor out;
  out.dtype = tl ? tl->dtype : tr->dtype;
  out.rank = static_cast<std::int8_t>(RankOfProduct(tl ? tl->rank : -1, tr ? tr->rank : -1));
  out.numpy = tl && tr && tl->numpy && tr->numpy;
  if (tl && tr) out.layout = LayoutOf(tl, tr);
  out.subclass = SubclassOfBoth(unit, left, right);
  return unit.recorder.TensorRef(out, OriginKind::Operator, site, unit.Intern("@"), left.origin);
}

// One side at least is a tensor.
Ref TensorBinary(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  const auto* tl = unit.values.If<values::Tensor>(left);
  const auto* tr = unit.values.If<values::Tensor>(right);
  if (op == BinaryOp::MatMul) return MatMul(unit, left, right, site);
  if (IsContainer(unit, left) || IsContainer(unit, right))
    return unit.UnknownRef(Why::TensorAndContainer);
  values::DType dtype = Promote(DTypeOf(unit, left), DTypeOf(unit, right));
  if (op == BinaryOp::Div && (dtype == values::DType::Int || dtype == values::DType::Bool))
    dtype = values::DType::Float;
  // A Python number does not promote a tensor within its own class.
  if (!(tl && tr) && !NumberType(unit, tl ? right : left)) dtype = values::DType::Unknown;
  return TensorOperation(unit, left, right, dtype, site, Spelling(op));
}

Ref Concatenated(Unit& unit, const values::Sequence& left, const values::Sequence& right,
                 OriginId origin) {
  Values& values = unit.values;
  if (!left.exact || !right.exact) {
    const Ref element =
        values.Join(values::JoinAll(values, left.items), values::JoinAll(values, right.items));
    if (left.kind != values::SequenceKind::Tuple)
      return {values.SequenceOf(left.kind, element), origin};
    std::vector<Ref> first(left.items.begin(), left.items.begin() + values::Leading(left));
    if (left.exact)
      first.insert(first.end(), right.items.begin(), right.items.begin() + values::Leading(right));
    return {values.TupleFrom(std::move(first), element), origin};
  }
  std::vector<Ref> items = left.items;
  items.insert(items.end(), right.items.begin(), right.items.end());
  return {values.Sequence_(left.kind, std::move(items)), origin};
}

Ref Repeated(Unit& unit, const values::Sequence& sequence, const values::Constant* times,
             OriginId origin) {
  constexpr std::int64_t kMostItems = 16;
  const auto length = static_cast<std::int64_t>(sequence.items.size());
  if (!times || !IsInteger(*times) || !sequence.exact || times->integer < 0 ||
      times->integer * length > kMostItems)
    return {unit.values.SequenceOf(sequence.kind, values::JoinAll(unit.values, sequence.items)),
            origin};
  std::vector<Ref> items;
  for (std::int64_t i = 0; i < times->integer; ++i)
    items.insert(items.end(), sequence.items.begin(), sequence.items.end());
  return {unit.values.Sequence_(sequence.kind, std::move(items)), origin};
}

// The elements, where all are known and texts, or all are known and integers: of those it can be
// told which are the same.
const std::vector<Ref>* ComparableElements(const Values& values, Ref set, LiteralKind& kind) {
  const auto* s = values.If<values::Sequence>(set);
  if (!s || !s->exact) return nullptr;
  for (Ref item : s->items) {
    const auto* c = values.If<values::Constant>(item);
    if (!c || (c->kind != LiteralKind::Str && c->kind != LiteralKind::Int)) return nullptr;
    if (kind == LiteralKind::None) kind = c->kind;
    if (kind != c->kind) return nullptr;
  }
  return &s->items;
}

// `a - b`, `a & b`, `a | b` and `a ^ b` of sets and of what `dict.keys()` gives.
Ref SetOperation(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  constexpr auto kSet = values::SequenceKind::Set;
  const bool keeps_right = op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  LiteralKind kind = LiteralKind::None;
  const std::vector<Ref>* ours = ComparableElements(values, left, kind);
  const std::vector<Ref>* theirs = ComparableElements(values, right, kind);
  if (!ours || !theirs) {
    const Ref own = unit.operations.ElementOf(left, site);
    return {values.SequenceOf(
                kSet, keeps_right ? values.Join(own, unit.operations.ElementOf(right, site)) : own),
            left.origin};
  }
  const auto has = [](const std::vector<Ref>& items, Ref wanted) {
    return std::any_of(items.begin(), items.end(),
                       [&](Ref item) { return item.value == wanted.value; });
  };
  std::vector<Ref> out;
  for (Ref item : *ours) {
    const bool in_both = has(*theirs, item);
    if (op == BinaryOp::BitOr || in_both == (op == BinaryOp::BitAnd)) out.push_back(item);
  }
  for (Ref item : *theirs)
    if (keeps_right && !has(*ours, item)) out.push_back(item);
  return {values.Sequence_(kSet, std::move(out)), left.origin};
}

// Whether it is a container, or an instance that says nowhere how to add it: its classes are in
// view or Python's own.
bool SaysNoSum(Unit& unit, Ref value, std::string_view method) {
  if (unit.values.If<values::Sequence>(value)) return true;
  const auto* object = unit.values.If<values::Object>(value);
  if (!object) return false;
  const ClassId cls = unit.Info(object->id).cls;
  if (unit.Info(cls).unknown_base || unit.classes.ClassAttribute(cls, unit.Intern(method)).value)
    return false;
  const std::vector<ClassId>& mro = unit.Info(cls).mro;
  return std::all_of(mro.begin(), mro.end(), [&](ClassId one) {
    const ClassInfo& info = unit.Info(one);
    return !info.is_stub || info.qualified.starts_with("builtins.") ||
           info.qualified.starts_with("collections.");
  });
}

// nullopt: neither is a container, or it is not known whether they have such an operation.
std::optional<Ref> ContainerBinary(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  const auto* sl = values.If<values::Sequence>(left);
  const auto* sr = values.If<values::Sequence>(right);
  if (sl && sr && op == BinaryOp::Add) return Concatenated(unit, *sl, *sr, left.origin);
  if (sl && op == BinaryOp::Mul)
    return Repeated(unit, *sl, values.If<values::Constant>(right), left.origin);
  if (sl && (op == BinaryOp::Sub || op == BinaryOp::BitOr || op == BinaryOp::BitAnd ||
             op == BinaryOp::BitXor))
    return SetOperation(unit, op, left, right, site);
  if (values.If<values::Dict>(left) && values.If<values::Dict>(right) && op == BinaryOp::BitOr) {
    unit.calls.CallMethod(left, "__or__", {{syntax::ArgKind::Positional, {}, right, {}}}, site);
    return values.Join(left, right);
  }
  if (op == BinaryOp::Add && SaysNoSum(unit, left, "__add__") && SaysNoSum(unit, right, "__radd__"))
    return unit.Bottom();
  return std::nullopt;
}

std::optional<Ref> FoldConstants(Unit& unit, BinaryOp op, Ref left, Ref right) {
  const auto* cl = unit.values.If<values::Constant>(left);
  const auto* cr = unit.values.If<values::Constant>(right);
  if (!cl || !cr) return std::nullopt;
  if (auto folded = FoldNumbers(unit, op, *cl, *cr)) return folded;
  if (op == BinaryOp::Add && cl->kind == LiteralKind::Str && cr->kind == LiteralKind::Str)
    return unit.Text(cl->text.str() + cr->text.str());
  return std::nullopt;
}

// Of ints of which one at least is a size of a tensor.
std::optional<Ref> FoldSizes(Unit& unit, BinaryOp op, Ref left, Ref right) {
  const auto x = SizeOf(unit, left), y = SizeOf(unit, right);
  const auto folded = x && y && op != BinaryOp::Div ? FoldIntegers(op, *x, *y) : std::nullopt;
  return folded ? std::optional(SizeRef(unit, *folded)) : std::nullopt;
}

// `True | b` is true whatever b is.
bool IsTrueAnyway(Unit& unit, BinaryOp op, Ref left, Ref right) {
  if (op != BinaryOp::BitOr) return false;
  auto is_true = [&](Ref r) {
    const auto* c = unit.values.If<values::Constant>(r);
    return c && c->kind == LiteralKind::True;
  };
  auto may_be_bool = [&](Ref r) {
    return NumberType(unit, r) == PyType::Bool || unit.values.If<values::Unknown>(r);
  };
  return (is_true(left) || is_true(right)) && may_be_bool(left) && may_be_bool(right);
}

// nullopt: one of them is no Python number or text.
std::optional<Ref> NumberBinary(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  const auto left_type = NumberType(unit, left), right_type = NumberType(unit, right);
  if (!left_type || !right_type) return std::nullopt;
  PyType type = ResultType(op, *left_type, *right_type);
  // By a negative exponent it is a fraction.
  if (op == BinaryOp::Pow && type == PyType::Int && SizeOf(unit, right).value_or(-1) < 0)
    type = PyType::Any;
  const auto* dl = unit.values.If<values::DataScalar>(left);
  const auto* dr = unit.values.If<values::DataScalar>(right);
  if (!dl && !dr) return unit.Guarded(type);
  if (ObserveDrawn(unit, Spelling(op), left, site) || ObserveDrawn(unit, Spelling(op), right, site))
    return unit.Guarded(type);
  return Ref{unit.values.Intern(values::DataScalar{type, dl ? dl->source : dr->source}),
             dl ? left.origin : right.origin};
}

Ref BinaryOne(Unit& unit, BinaryOp op, Ref left, Ref right, bool in_place, const Site& site) {
  Values& values = unit.values;
  if (values.IsBottom(left) || values.IsBottom(right)) return unit.Bottom();
  if (!ObserveRuntimeNumber(unit, left, site)) ObserveRuntimeNumber(unit, right, site);
  if (op == BinaryOp::Mod && NumberType(unit, left) == PyType::Str)
    return FormatPercent(unit, left, right, site);
  if (left.value == values.none() || right.value == values.none()) return unit.Bottom();
  if (auto called = ObjectBinary(unit, op, left, right, in_place, site)) return *called;
  if (auto own = OperateByTorchFunction(unit, MethodOf(op), {left, right}, site)) return *own;
  if (values.If<values::Tensor>(left) || values.If<values::Tensor>(right))
    return TensorBinary(unit, op, left, right, site);
  if (auto folded = FoldConstants(unit, op, left, right)) return *folded;
  if (auto size = FoldSizes(unit, op, left, right)) return *size;
  if (auto container = ContainerBinary(unit, op, left, right, site)) return *container;
  if (IsTrueAnyway(unit, op, left, right)) return {values.Bool(true), {}};
  if (auto number = NumberBinary(unit, op, left, right, site)) return *number;
  // What is computed from an undeclared parameter is a tensor if the parameter is.
  if (values.If<values::Param>(left)) return left;
  if (values.If<values::Param>(right)) return right;
  return unit.UnknownRef(Why::Operation);
}

}  // namespace

// What an instance's `__bool__`, or else its `__len__`, gives; of anything else, and of an instance
// that is a constant to Dynamo, the value.
Ref Operations::AskedTruth(Ref value, const Site& site) {
  const auto* object = values.If<values::Object>(value);
  if (!object || IsConstant(unit_, unit_.Info(object->id).cls)) return value;
  return CallFirstOf(unit_, value, {"__bool__", "__len__"}, site).value_or(value);
}

Ref Operations::UnaryOperation(syntax::UnaryOp op, Ref operand, const Site& site) {
  if (op == syntax::UnaryOp::Not) {
    operand = AskedTruth(operand, site);
    unit_.data.ObserveShown(operand, Spelling(op), "GB0059", site);
    if (unit_.CurrentMode(site).compiled && unit_.data.IsData(operand, {}).has != Has::No) {
      auto data = unit_.data.IsData(operand, unit_.recorder.SourceText(site));
      unit_.recorder.Observe(observed::BranchOn{flow::BranchKind::Not}, site, operand, {"GB0170"},
                             data.conditions);
    }
    auto known = KnownTruth(operand);
    return known ? Ref{values.Bool(!*known), {}} : unit_.Guarded(PyType::Bool);
  }
  return OverAlternatives(unit_, operand, [&](Ref r) -> Ref {
    const std::string_view method = op == syntax::UnaryOp::Negate   ? "neg"
                                    : op == syntax::UnaryOp::Invert ? "bitwise_not"
                                                                    : "positive";
    if (auto own = OperateByTorchFunction(unit_, method, {r}, site)) return *own;
    if (const auto* t = values.If<values::Tensor>(r)) {
      values::Tensor out = *t;
      out.parameter = false;
      out.layout = LayoutOf(t, nullptr);
      return unit_.recorder.TensorRef(out, OriginKind::Operator, site, unit_.Intern(Spelling(op)),
                                      r.origin);
    }
    if (auto called = ObjectUnary(unit_, op, r, site)) return *called;
    const auto* c = values.If<values::Constant>(r);
    if (c && op == syntax::UnaryOp::Negate) {
      if (IsInteger(*c))
        return c->integer == INT64_MIN ? unit_.Guarded(PyType::Int)
                                       : Ref{values.Int(-c->integer), {}};
      if (c->kind == LiteralKind::Float)
        return {values.Intern(values::Constant{LiteralKind::Float, 0, -c->real, {}}), {}};
    }
    if (auto type = NumberType(unit_, r)) {
      const auto* d = values.If<values::DataScalar>(r);
      if (d && !ObserveDrawn(unit_, Spelling(op), r, site)) return {values.Intern(*d), r.origin};
      return unit_.Guarded(*type == PyType::Bool ? PyType::Int : *type);
    }
    if (values.IsBottom(r)) return r;
    return unit_.UnknownRef(Why::Operation);
  });
}

Ref Operations::BinaryOperation(BinaryOp op, Ref left, Ref right, const Site& site, bool in_place) {
  if (auto types = TypeUnion(unit_, op, left, right)) return *types;
  if (!left.value || !right.value) return unit_.Bottom();
  ObserveShown(unit_, op, left, right, site);
  const std::size_t first = site.frame ? site.frame->ObservedHere() : 0;
  bool other = false;  // a pair of operands that no instance answers for
  const Ref result = OverAlternatives(unit_, left, [&](Ref l) {
    return OverAlternatives(unit_, right, [&](Ref r) {
      const std::size_t before = site.frame ? site.frame->OperatorsSince(first) : 0;
      const Ref one = BinaryOne(unit_, op, l, r, in_place, site);
      const bool raises = l.value == values.none() || r.value == values.none();
      if (site.frame && !raises) other |= site.frame->OperatorsSince(first) == before;
      return one;
    });
  });
  if (other && site.frame->OperatorsSince(first) > 0) site.frame->OpenOperators(first);
  return result;
}

}  // namespace graphmend::infer
