// Unary, binary and comparison operators, and truth.
#include <cmath>

#include "infer/narrow.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::LiteralKind;
using values::PyType;

bool IsNumber(const values::Constant& c) {
  return c.kind == LiteralKind::Int || c.kind == LiteralKind::Float || c.kind == LiteralKind::True || c.kind == LiteralKind::False;
}
bool IsInteger(const values::Constant& c) { return IsNumber(c) && c.kind != LiteralKind::Float; }
double AsReal(const values::Constant& c) { return c.kind == LiteralKind::Float ? c.real : static_cast<double>(c.integer); }

// Applies `apply` to each alternative of a union and joins the results.
template <class Apply>
Ref OverAlternatives(Unit& unit, Ref value, Apply apply) {
  const auto* u = unit.values.If<values::Union>(value);
  if (!u) return apply(value);
  Ref out = unit.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives)) out = unit.values.Join(out, apply(Ref{r.value, r.origin ? r.origin : value.origin}));
  return out;
}

std::optional<PyType> NumberType(Unit& unit, Ref r) {
  if (const auto* g = unit.values.If<values::Guarded>(r)) return g->type;
  if (const auto* s = unit.values.If<values::DataScalar>(r)) return s->type;
  const auto* c = unit.values.If<values::Constant>(r);
  if (!c) return std::nullopt;
  switch (c->kind) {
    case LiteralKind::True:
    case LiteralKind::False: return PyType::Bool;
    case LiteralKind::Int: return PyType::Int;
    case LiteralKind::Float: return PyType::Float;
    case LiteralKind::Str: return PyType::Str;
    case LiteralKind::Bytes: return PyType::Bytes;
    default: return std::nullopt;
  }
}

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

std::optional<Ref> FoldNumbers(Unit& unit, BinaryOp op, const values::Constant& a, const values::Constant& b) {
  if (!IsNumber(a) || !IsNumber(b)) return std::nullopt;
  auto real = [&](double v) { return Ref{unit.values.Intern(values::Constant{LiteralKind::Float, 0, v, {}}), {}}; };
  if (op == BinaryOp::Div) return AsReal(b) == 0 ? std::nullopt : std::optional(real(AsReal(a) / AsReal(b)));
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
    case BinaryOp::Add: return __builtin_add_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::Sub: return __builtin_sub_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::Mul: return __builtin_mul_overflow(x, y, &out) ? std::nullopt : std::optional(integer(out));
    case BinaryOp::FloorDiv:
      if (y == 0 || (y == -1 && x == INT64_MIN)) return std::nullopt;
      return integer(x / y - ((x % y != 0) && ((x < 0) != (y < 0))));
    case BinaryOp::Mod:
      if (y == 0 || y == -1) return std::nullopt;
      return integer((x % y + y) % y);
    default: return std::nullopt;
  }
}

values::DType Promote(values::DType a, values::DType b) {
  if (a == b) return a;
  if (a == values::DType::Unknown || b == values::DType::Unknown) return values::DType::Unknown;
  return std::max(a, b);   // Bool < Int < Float < Complex
}

values::DType DTypeOf(Unit& unit, Ref r) {
  if (const auto* t = unit.values.If<values::Tensor>(r)) return t->dtype;
  auto type = NumberType(unit, r);
  if (!type) return values::DType::Unknown;
  switch (*type) {
    case PyType::Bool: return values::DType::Bool;
    case PyType::Int: return values::DType::Int;
    case PyType::Float: return values::DType::Float;
    default: return values::DType::Unknown;
  }
}

int RankOf(Unit& unit, Ref r) {
  if (const auto* t = unit.values.If<values::Tensor>(r)) return t->rank;
  return NumberType(unit, r) ? 0 : -1;
}

// A tensor made from two operands of which one is a tensor.
Ref TensorOperation(Unit& unit, Ref left, Ref right, values::DType dtype, const Site& site, std::string_view op) {
  values::Tensor out;
  out.dtype = dtype;
  int a = RankOf(unit, left), b = RankOf(unit, right);
  out.rank = static_cast<std::int8_t>(a < 0 || b < 0 ? -1 : std::max(a, b));
  const auto* tl = unit.values.If<values::Tensor>(left);
  const auto* tr = unit.values.If<values::Tensor>(right);
  out.numpy = (tl && tl->numpy && (!tr || tr->numpy)) || (tr && tr->numpy && !tl);
  auto number = [&](Ref r) { return NumberType(unit, r).has_value() && !unit.values.If<values::DataScalar>(r); };
  out.constant = (tl ? tl->constant : number(left)) && (tr ? tr->constant : number(right));
  if (dtype != values::DType::Bool) {
    if (tl && tr && tl->exact == tr->exact) out.exact = tl->exact;
    else if (tl && !tr && tl->dtype == dtype) out.exact = tl->exact;
    else if (tr && !tl && tr->dtype == dtype) out.exact = tr->exact;
  }
  OriginId parent = tl ? left.origin : right.origin;
  return unit.TensorRef(out, OriginKind::Operator, site, unit.Intern(op), parent);
}

Ref BinaryOne(Unit& unit, BinaryOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  if (values.IsBottom(left) || values.IsBottom(right)) return unit.Bottom();
  const auto* tl = values.If<values::Tensor>(left);
  const auto* tr = values.If<values::Tensor>(right);
  const auto* cl = values.If<values::Constant>(left);
  const auto* cr = values.If<values::Constant>(right);
  auto left_type = NumberType(unit, left), right_type = NumberType(unit, right);
  if (op == BinaryOp::Mod && left_type == PyType::Str) {
    if (unit.HoldsTensor(right)) unit.Observe(ObservationKind::TensorText, site, right, "%", {"GB0059"});
    return unit.Guarded(PyType::Str);
  }
  if (left.value == values.none() || right.value == values.none()) return unit.Bottom();
  if (tl || tr) {
    values::DType dtype = Promote(DTypeOf(unit, left), DTypeOf(unit, right));
    if (op == BinaryOp::Div && (dtype == values::DType::Int || dtype == values::DType::Bool)) dtype = values::DType::Float;
    // A Python number does not promote a tensor within its own class.
    if (!(tl && tr) && !NumberType(unit, tl ? right : left) && !values.If<values::Tensor>(tl ? right : left)) dtype = values::DType::Unknown;
    if (op == BinaryOp::MatMul) {
      values::Tensor out;
      out.dtype = tl ? tl->dtype : tr->dtype;
      if (tl && tr && tl->rank == 2 && tr->rank == 2) out.rank = 2;
      return unit.TensorRef(out, OriginKind::Operator, site, unit.Intern("@"), left.origin);
    }
    if (values.If<values::Sequence>(left) || values.If<values::Sequence>(right) || values.If<values::Dict>(right)) return unit.UnknownRef("a tensor and a container");
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
    return {values.SequenceOf(sl->kind, values.Join(values::JoinAll(values, sl->items), values::JoinAll(values, sr->items))), left.origin};
  }
  if (sl && op == BinaryOp::Mul) {
    if (cr && IsInteger(*cr) && sl->exact && cr->integer >= 0 && cr->integer * static_cast<std::int64_t>(sl->items.size()) <= 16) {
      std::vector<Ref> items;
      for (std::int64_t i = 0; i < cr->integer; ++i) items.insert(items.end(), sl->items.begin(), sl->items.end());
      return {values.Sequence_(sl->kind, std::move(items)), left.origin};
    }
    return {values.SequenceOf(sl->kind, values::JoinAll(values, sl->items)), left.origin};
  }
  if (sl && (op == BinaryOp::Sub || op == BinaryOp::BitOr || op == BinaryOp::BitAnd)) return left;
  if (values.If<values::Dict>(left) && values.If<values::Dict>(right) && op == BinaryOp::BitOr) return values.Join(left, right);
  // `True | b` is true whatever b is.
  auto is_true = [](const values::Constant* c) { return c && c->kind == LiteralKind::True; };
  if (op == BinaryOp::BitOr && (is_true(cl) || is_true(cr)) && (left_type == PyType::Bool || values.If<values::Unknown>(left)) &&
      (right_type == PyType::Bool || values.If<values::Unknown>(right)))
    return {values.Bool(true), {}};
  if (left_type && right_type) {
    PyType type = ResultType(op, *left_type, *right_type);
    const auto* dl = values.If<values::DataScalar>(left);
    const auto* dr = values.If<values::DataScalar>(right);
    if (dl || dr) return {values.Intern(values::DataScalar{type, dl ? dl->source : dr->source}), dl ? left.origin : right.origin};
    return unit.Guarded(type);
  }
  // What is computed from an undeclared parameter is a tensor if the parameter is.
  if (values.If<values::Param>(left) || values.If<values::Param>(right)) return values.If<values::Param>(left) ? left : right;
  if (values.If<values::Object>(left)) {
    static constexpr std::string_view kNames[] = {"__add__", "__sub__", "__mul__", "__matmul__", "__truediv__", "__floordiv__", "__mod__",
                                                  "__pow__", "__lshift__", "__rshift__", "__and__", "__or__", "__xor__"};
    return unit.CallMethod(left, kNames[static_cast<int>(op)], {{syntax::ArgKind::Positional, {}, right, {}}}, site);
  }
  return unit.UnknownRef("an operation on values that source does not tell");
}

std::optional<bool> CompareConstants(CompareOp op, const values::Constant& a, const values::Constant& b) {
  if (IsNumber(a) && IsNumber(b)) {
    double x = AsReal(a), y = AsReal(b);
    switch (op) {
      case CompareOp::Eq: return x == y;
      case CompareOp::NotEq: return x != y;
      case CompareOp::Lt: return x < y;
      case CompareOp::LtE: return x <= y;
      case CompareOp::Gt: return x > y;
      case CompareOp::GtE: return x >= y;
      default: return std::nullopt;
    }
  }
  if (op == CompareOp::Eq) return a == b;
  if (op == CompareOp::NotEq) return !(a == b);
  if (op == CompareOp::In && a.kind == LiteralKind::Str && b.kind == LiteralKind::Str) return b.text.text().find(a.text.text()) != std::string_view::npos;
  return std::nullopt;
}

// Exact tuples of constants, element by element.
std::optional<bool> CompareTuples(Unit& unit, CompareOp op, const values::Sequence& a, const values::Sequence& b) {
  if (!a.exact || !b.exact) return std::nullopt;
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
    const auto* x = unit.values.If<values::Constant>(a.items[i]);
    const auto* y = unit.values.If<values::Constant>(b.items[i]);
    if (!x || !y) return std::nullopt;
    if (*x == *y) continue;
    return op == CompareOp::Eq ? false : op == CompareOp::NotEq ? true : CompareConstants(op, *x, *y).value_or(false);
  }
  auto n = a.items.size(), m = b.items.size();
  switch (op) {
    case CompareOp::Eq: return n == m;
    case CompareOp::NotEq: return n != m;
    case CompareOp::Lt: return n < m;
    case CompareOp::LtE: return n <= m;
    case CompareOp::Gt: return n > m;
    case CompareOp::GtE: return n >= m;
    default: return std::nullopt;
  }
}

Ref Identity(Unit& unit, bool negated, Ref left, Ref right) {
  auto answer = [&](bool same) { return Ref{unit.values.Bool(same != negated), {}}; };
  auto open = [&](Ref r) {
    return unit.values.If<values::Unknown>(r) || unit.values.If<values::Param>(r) || unit.values.If<values::Union>(r);
  };
  if (open(left) || open(right)) return unit.Guarded(PyType::Bool);
  bool ln = left.value == unit.values.none(), rn = right.value == unit.values.none();
  if (ln || rn) return answer(ln && rn);
  const auto* cl = unit.values.If<values::Constant>(left);
  const auto* cr = unit.values.If<values::Constant>(right);
  if (cl && cr && cl->kind != LiteralKind::Str && cl->kind != LiteralKind::Float) return answer(left.value == right.value);
  bool constant_left = cl != nullptr, constant_right = cr != nullptr;
  bool tensor = unit.values.If<values::Tensor>(left) || unit.values.If<values::Tensor>(right);
  if (tensor && (constant_left || constant_right)) return answer(false);
  const auto* gl = unit.values.If<values::Guarded>(left);
  const auto* gr = unit.values.If<values::Guarded>(right);
  if (gl && gr && gl->name && gr->name) return answer(gl->name == gr->name);
  const auto* xl = unit.values.If<values::Class>(left);
  const auto* xr = unit.values.If<values::Class>(right);
  if (xl && xr) return answer(xl->id == xr->id);
  return unit.Guarded(PyType::Bool);
}

Ref Membership(Unit& unit, bool negated, Ref left, Ref right, const Site& site) {
  if (unit.IsTensor(right) == Unit::Has::Certainly) {
    unit.Observe(ObservationKind::TruthInCall, site, right, "in", {"GB0207"});
    return unit.Guarded(PyType::Bool);
  }
  auto items = unit.values.If<values::Tensor>(right) ? std::nullopt : unit.ExactElements(right);
  const auto* c = unit.values.If<values::Constant>(left);
  if (items && c) {
    bool unsure = false;
    for (Ref r : *items) {
      if (r.value == left.value) return {unit.values.Bool(!negated), {}};
      unsure |= !unit.values.If<values::Constant>(r);
    }
    if (!unsure) return {unit.values.Bool(negated), {}};
  }
  if (const auto* d = unit.values.If<values::Dict>(right); d && c)
    for (const auto& e : d->entries)
      if (e.key == left.value && !e.maybe) return {unit.values.Bool(!negated), {}};
  return unit.Guarded(PyType::Bool);
}

Ref CompareOne(Unit& unit, CompareOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  if (values.IsBottom(left) || values.IsBottom(right)) return unit.Bottom();
  const auto* tl = values.If<values::Tensor>(left);
  const auto* tr = values.If<values::Tensor>(right);
  const auto* cl = values.If<values::Constant>(left);
  const auto* cr = values.If<values::Constant>(right);
  bool equality = op == CompareOp::Eq || op == CompareOp::NotEq;
  if (tl || tr) {
    const auto* other = tl ? cr : cl;
    bool odd = other && (other->kind == LiteralKind::None || other->kind == LiteralKind::Str || other->kind == LiteralKind::Ellipsis);
    if (odd) return equality ? Ref{values.Bool(op == CompareOp::NotEq), {}} : unit.Bottom();
    if (values.If<values::Sequence>(tl ? right : left)) return unit.Guarded(PyType::Bool);
    return TensorOperation(unit, left, right, values::DType::Bool, site, Spelling(op));
  }
  if (cl && cr)
    if (auto known = CompareConstants(op, *cl, *cr)) return {values.Bool(*known), {}};
  const auto* gl = values.If<values::Guarded>(left);
  const auto* gr = values.If<values::Guarded>(right);
  if (equality && gl && gr && gl->name && gr->name) return {values.Bool((gl->name == gr->name) == (op == CompareOp::Eq)), {}};
  const auto* sl = values.If<values::Sequence>(left);
  const auto* sr = values.If<values::Sequence>(right);
  if (sl && sr)
    if (auto known = CompareTuples(unit, op, *sl, *sr)) return {values.Bool(*known), {}};
  if (equality && (left.value == values.none() || right.value == values.none())) {
    Ref other = left.value == values.none() ? right : left;
    if (!values.If<values::Unknown>(other) && !values.If<values::Param>(other) && !values.If<values::Object>(other))
      return {values.Bool((left.value == right.value) == (op == CompareOp::Eq)), {}};
    return unit.Guarded(PyType::Bool);
  }
  const auto* dl = values.If<values::DataScalar>(left);
  const auto* dr = values.If<values::DataScalar>(right);
  if (dl || dr) return {values.Intern(values::DataScalar{PyType::Bool, dl ? dl->source : dr->source}), dl ? left.origin : right.origin};
  bool unknown = values.If<values::Unknown>(left) || values.If<values::Unknown>(right) || values.If<values::Param>(left) || values.If<values::Param>(right);
  // `unknown == "text"` is a bool; `unknown > 0` may be a tensor of bools.
  if (unknown) {
    bool text = (cl && cl->kind == LiteralKind::Str) || (cr && cr->kind == LiteralKind::Str);
    if (text || sl || sr) return unit.Guarded(PyType::Bool);
    if (values.If<values::Param>(left) || values.If<values::Param>(right)) return values.If<values::Param>(left) ? left : right;
    return unit.UnknownRef("a comparison of values that source does not tell");
  }
  return unit.Guarded(PyType::Bool);
}

}  // namespace

Ref Unit::UnaryOperation(syntax::UnaryOp op, Ref operand, const Site& site) {
  if (op == syntax::UnaryOp::Not) {
    if (CurrentMode(site).compiled && IsData(operand, {}).has != Has::No) {
      auto data = IsData(operand, SourceText(site));
      Observe(ObservationKind::BranchOn, site, operand, "not", {"GB0170"}, data.condition, flow::BranchKind::Not);
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
      if (IsInteger(*c)) return c->integer == INT64_MIN ? Guarded(PyType::Int) : Ref{values.Int(-c->integer), {}};
      if (c->kind == LiteralKind::Float) return {values.Intern(values::Constant{LiteralKind::Float, 0, -c->real, {}}), {}};
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

Ref Unit::CompareOperation(CompareOp op, Ref left, Ref right, const Site& site) {
  if (!left.value || !right.value) return Bottom();
  switch (op) {
    case CompareOp::Is: return Identity(*this, false, left, right);
    case CompareOp::IsNot: return Identity(*this, true, left, right);
    case CompareOp::In:
    case CompareOp::NotIn: {
      // Membership compares with ==; in a list of tensors that asks for data.
      bool negated = op == CompareOp::NotIn;
      if (const auto* s = values.If<values::Sequence>(right); s && s->kind != values::SequenceKind::Set && CurrentMode(site).compiled) {
        bool tensor_left = IsTensor(left) == Has::Certainly;
        bool constants = !s->items.empty();
        for (Ref r : s->items) constants &= values.If<values::Constant>(r) != nullptr || values.If<values::Guarded>(r) != nullptr;
        if (tensor_left && constants) Observe(ObservationKind::TruthInCall, site, left, "in", {"GB0170"});
      }
      return Membership(*this, negated, left, right, site);
    }
    default: break;
  }
  return OverAlternatives(*this, left, [&](Ref l) {
    return OverAlternatives(*this, right, [&](Ref r) { return CompareOne(*this, op, l, r, site); });
  });
}

Unit::Truth Unit::TruthOf(Ref value) {
  if (!value.value) return {true, true};
  auto one = [&](Ref r) -> Truth {
    return base::Match(
        values[r.value], [](const values::Bottom&) { return Truth{false, false}; },
        [](const values::Constant& c) -> Truth {
          bool truth = c.kind == LiteralKind::True || c.kind == LiteralKind::Ellipsis || (c.kind == LiteralKind::Int && (c.integer != 0 || c.text)) ||
                       (c.kind == LiteralKind::Float && c.real != 0) || ((c.kind == LiteralKind::Str || c.kind == LiteralKind::Bytes) && !c.text.text().empty());
          return {truth, !truth};
        },
        [](const values::Sequence& s) -> Truth {
          if (s.kind == values::SequenceKind::Iterator) return {true, false};
          if (!s.exact) return {true, true};
          return {!s.items.empty(), s.items.empty()};
        },
        [](const values::Dict& d) -> Truth {
          bool sure = false;
          for (const auto& e : d.entries) sure |= !e.maybe;
          if (sure) return {true, false};
          return {d.open || !d.entries.empty(), true};
        },
        [&](const values::Object& o) -> Truth {
          const ClassId cls = Info(o.id).cls;
          if (ClassAttribute(cls, names_.boolean).value || ClassAttribute(cls, names_.length).value || Info(cls).unknown_base) return {true, true};
          return {true, false};
        },
        [](const values::Class&) { return Truth{true, false}; }, [](const values::Function&) { return Truth{true, false}; },
        [](const values::Bound&) { return Truth{true, false}; }, [](const values::Partial&) { return Truth{true, false}; },
        [](const values::Module&) { return Truth{true, false}; }, [](const values::Slice&) { return Truth{true, false}; },
        [](const values::Super&) { return Truth{true, false}; }, [](const auto&) { return Truth{true, true}; });
  };
  const auto* u = values.If<values::Union>(value);
  if (!u) return one(value);
  Truth out;
  for (Ref r : std::vector<Ref>(u->alternatives)) {
    Truth t = one(r);
    out.can_be_true |= t.can_be_true;
    out.can_be_false |= t.can_be_false;
  }
  return out;
}

std::optional<bool> Unit::KnownTruth(Ref value) {
  Truth t = TruthOf(value);
  if (t.can_be_true == t.can_be_false) return std::nullopt;
  return t.can_be_true;
}

}  // namespace graphmend::infer
