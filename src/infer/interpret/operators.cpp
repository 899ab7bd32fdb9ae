// Unary and binary operators.
#include "infer/interpret/operands.h"
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

std::optional<Ref> FoldNumbers(Unit& unit, BinaryOp op, const values::Constant& a,
                               const values::Constant& b) {
  if (!IsNumber(a) || !IsNumber(b)) return std::nullopt;
  auto real = [&](double v) {
    return Ref{unit.values.Intern(values::Constant{LiteralKind::Float, 0, v, {}}), {}};
  };
  if (op == BinaryOp::Div)
    return AsReal(b) == 0 ? std::nullopt : std::optional(real(AsReal(a) / AsReal(b)));
  if (!IsInteger(a) || !IsInteger(b)) {
    switch (op) {
      case BinaryOp::Add: return real(AsReal(a) + AsReal(b));
      case BinaryOp::Sub: return real(AsReal(a) - AsReal(b));
      case BinaryOp::Mul: return real(AsReal(a) * AsReal(b));
      default: return std::nullopt;
    }
  }
  bool truths = a.kind != LiteralKind::Int && b.kind != LiteralKind::Int;
  if (truths && op == BinaryOp::BitOr) return Ref{unit.values.Bool(a.integer || b.integer), {}};
  if (truths && op == BinaryOp::BitAnd) return Ref{unit.values.Bool(a.integer && b.integer), {}};
  std::int64_t x = a.integer, y = b.integer, out = 0;
  auto integer = [&](std::int64_t v) { return Ref{unit.values.Int(v), {}}; };
  switch (op) {
    case BinaryOp::Add:
      return __builtin_add_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::Sub:
      return __builtin_sub_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::Mul:
      return __builtin_mul_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::FloorDiv:
      if (y == 0 || (y == -1 && x == INT64_MIN)) return std::nullopt;
      return integer(x / y - ((x % y != 0) && ((x < 0) != (y < 0))));
    case BinaryOp::Mod:
      if (y == 0 || y == -1) return std::nullopt;
      return integer((x % y + y) % y);
    default: return std::nullopt;
  }
}

Ref BinaryOne(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  if (values.IsBottom(left) || values.IsBottom(right)) return unit.Bottom();
  const auto* tl = values.If<values::Tensor>(left);
  const auto* tr = values.If<values::Tensor>(right);
  const auto* cl = values.If<values::Constant>(left);
  const auto* cr = values.If<values::Constant>(right);
  auto left_type = NumberType(unit, left), right_type = NumberType(unit, right);
  auto hashed = [&](Ref r) {
    const auto* g = values.If<values::Guarded>(r);
    return g && g->number == values::RuntimeNumber::Hash;
  };
  if (hashed(left) || hashed(right))
    unit.Observe(ObservationKind::DataPredicate, site, hashed(left) ? left : right,
                 {"hash", OperationKind::Hash}, {"GB0088"});
  if (op == BinaryOp::Mod && left_type == PyType::Str) {
    if (unit.HoldsTensor(right))
      unit.Observe(ObservationKind::TensorText, site, right, "%", {"GB0059"});
    const auto text = cl && cl->kind == LiteralKind::Str
                          ? PercentText(values, cl->text.text(), right)
                          : std::nullopt;
    return text ? Ref{values.Str(unit.Intern(*text)), {}} : unit.Guarded(PyType::Str);
  }
  if (left.value == values.none() || right.value == values.none()) return unit.Bottom();
  if (tl || tr) {
    values::DType dtype = Promote(DTypeOf(unit, left), DTypeOf(unit, right));
    if (op == BinaryOp::Div && (dtype == values::DType::Int || dtype == values::DType::Bool))
      dtype = values::DType::Float;
    // A Python number does not promote a tensor within its own class.
    if (!(tl && tr) && !NumberType(unit, tl ? right : left) &&
        !values.If<values::Tensor>(tl ? right : left))
      dtype = values::DType::Unknown;
    if (op == BinaryOp::MatMul) {
      values::Tensor out;
      out.dtype = tl ? tl->dtype : tr->dtype;
      if (tl && tr && tl->rank == 2 && tr->rank == 2) out.rank = 2;
      return unit.TensorRef(out, OriginKind::Operator, site, unit.Intern("@"), left.origin);
    }
    if (values.If<values::Sequence>(left) || values.If<values::Sequence>(right) ||
        values.If<values::Dict>(right))
      return unit.UnknownRef("a tensor and a container");
    return TensorOperation(unit, left, right, dtype, site, Spelling(op));
  }
  if (cl && cr) {
    if (auto folded = FoldNumbers(unit, op, *cl, *cr)) return *folded;
    if (op == BinaryOp::Add && cl->kind == LiteralKind::Str && cr->kind == LiteralKind::Str)
      return {values.Str(unit.Intern(cl->text.str() + cr->text.str())), {}};
  }
  const auto* sl = values.If<values::Sequence>(left);
  const auto* sr = values.If<values::Sequence>(right);
  if (sl && sr && op == BinaryOp::Add) {
    if (sl->exact && sr->exact) {
      std::vector<Ref> items = sl->items;
      items.insert(items.end(), sr->items.begin(), sr->items.end());
      return {values.Sequence_(sl->kind, std::move(items)), left.origin};
    }
    return {values.SequenceOf(sl->kind, values.Join(values::JoinAll(values, sl->items),
                                                    values::JoinAll(values, sr->items))),
            left.origin};
  }
  if (sl && op == BinaryOp::Mul) {
    if (cr && IsInteger(*cr) && sl->exact && cr->integer >= 0 &&
        cr->integer * static_cast<std::int64_t>(sl->items.size()) <= 16) {
      std::vector<Ref> items;
      for (std::int64_t i = 0; i < cr->integer; ++i)
        items.insert(items.end(), sl->items.begin(), sl->items.end());
      return {values.Sequence_(sl->kind, std::move(items)), left.origin};
    }
    return {values.SequenceOf(sl->kind, values::JoinAll(values, sl->items)), left.origin};
  }
  if (sl && (op == BinaryOp::Sub || op == BinaryOp::BitOr || op == BinaryOp::BitAnd)) return left;
  if (values.If<values::Dict>(left) && values.If<values::Dict>(right) && op == BinaryOp::BitOr) {
    unit.CallMethod(left, "__or__", {{syntax::ArgKind::Positional, {}, right, {}}}, site);
    return values.Join(left, right);
  }
  // `True | b` is true whatever b is.
  auto is_true = [](const values::Constant* c) { return c && c->kind == LiteralKind::True; };
  if (op == BinaryOp::BitOr && (is_true(cl) || is_true(cr)) &&
      (left_type == PyType::Bool || values.If<values::Unknown>(left)) &&
      (right_type == PyType::Bool || values.If<values::Unknown>(right)))
    return {values.Bool(true), {}};
  if (left_type && right_type) {
    PyType type = ResultType(op, *left_type, *right_type);
    const auto* dl = values.If<values::DataScalar>(left);
    const auto* dr = values.If<values::DataScalar>(right);
    if (dl || dr)
      return {values.Intern(values::DataScalar{type, dl ? dl->source : dr->source}),
              dl ? left.origin : right.origin};
    return unit.Guarded(type);
  }
  // What is computed from an undeclared parameter is a tensor if the parameter is.
  if (values.If<values::Param>(left) || values.If<values::Param>(right))
    return values.If<values::Param>(left) ? left : right;
  if (values.If<values::Object>(left)) {
    static constexpr std::string_view kNames[] = {
        "__add__",      "__sub__", "__mul__", "__matmul__", "__truediv__",
        "__floordiv__", "__mod__", "__pow__", "__lshift__", "__rshift__",
        "__and__",      "__or__",  "__xor__"};
    return unit.CallMethod(left, kNames[static_cast<int>(op)],
                           {{syntax::ArgKind::Positional, {}, right, {}}}, site);
  }
  return unit.UnknownRef("an operation on values that source does not tell");
}

}  // namespace

Ref Unit::UnaryOperation(syntax::UnaryOp op, Ref operand, const Site& site) {
  if (op == syntax::UnaryOp::Not) {
    if (CurrentMode(site).compiled && IsData(operand, {}).has != Has::No) {
      auto data = IsData(operand, SourceText(site));
      Observe(ObservationKind::BranchOn, site, operand, "not", {"GB0170"}, data.conditions,
              flow::BranchKind::Not);
    }
    auto known = KnownTruth(operand);
    return known ? Ref{values.Bool(!*known), {}} : Guarded(PyType::Bool);
  }
  return OverAlternatives(*this, operand, [&](Ref r) -> Ref {
    if (const auto* t = values.If<values::Tensor>(r)) {
      values::Tensor out = *t;
      out.parameter = false;
      return TensorRef(out, OriginKind::Operator, site, Intern(Spelling(op)), r.origin);
    }
    const auto* c = values.If<values::Constant>(r);
    if (c && op == syntax::UnaryOp::Negate) {
      if (IsInteger(*c))
        return c->integer == INT64_MIN ? Guarded(PyType::Int) : Ref{values.Int(-c->integer), {}};
      if (c->kind == LiteralKind::Float)
        return {values.Intern(values::Constant{LiteralKind::Float, 0, -c->real, {}}), {}};
    }
    if (auto type = NumberType(*this, r)) {
      if (const auto* d = values.If<values::DataScalar>(r)) return {values.Intern(*d), r.origin};
      return Guarded(*type == PyType::Bool ? PyType::Int : *type);
    }
    if (values.IsBottom(r)) return r;
    return UnknownRef("an operation on a value that source does not tell");
  });
}

Ref Unit::BinaryOperation(BinaryOp op, Ref left, Ref right, const Site& site) {
  if (!left.value || !right.value) return Bottom();
  return OverAlternatives(*this, left, [&](Ref l) {
    return OverAlternatives(*this, right, [&](Ref r) { return BinaryOne(*this, op, l, r, site); });
  });
}

}  // namespace graphmend::infer
