// What operators ask of their operands: numbers, dtypes, ranks, alternatives.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "infer/interpret/sizes.h"
#include "infer/unit.h"

namespace graphmend::infer {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::LiteralKind;
using values::PyType;

inline bool IsNumber(const values::Constant& c) {
  return c.kind == LiteralKind::Int || c.kind == LiteralKind::Float ||
         c.kind == LiteralKind::True || c.kind == LiteralKind::False;
}
inline bool IsInteger(const values::Constant& c) {
  return IsNumber(c) && c.kind != LiteralKind::Float;
}
inline double AsReal(const values::Constant& c) {
  return c.kind == LiteralKind::Float ? c.real : static_cast<double>(c.integer);
}

// As `==` tells: `1.0` equals `1`, and `True` does.
inline bool AreEqual(const values::Constant& a, const values::Constant& b) {
  return IsNumber(a) && IsNumber(b) ? AsReal(a) == AsReal(b) : a == b;
}

// A list that Dynamo keeps as a constant, or one that may change.
inline Ref Folded(Values& values, Ref list, bool folded) {
  const auto* s = list.value ? values.If<values::Sequence>(list) : nullptr;
  if (!s || s->folded == folded) return list;
  values::Sequence out = *s;
  out.folded = folded;
  return {values.Intern(std::move(out)), list.origin};
}
inline bool IsFolded(const Values& values, Ref list) {
  const auto* s = list.value ? values.If<values::Sequence>(list) : nullptr;
  return s && s->folded;
}

// Whether a tensor made of this has one element, whose value is known.
inline values::Known KnownOf(Unit& unit, Ref data) {
  using values::Known;
  if (const auto* t = unit.values.If<values::Tensor>(data)) return t->known;
  if (const auto* c = unit.values.If<values::Constant>(data))
    return IsNumber(*c) ? Known::Yes : Known::No;
  if (const auto* g = unit.values.If<values::Guarded>(data))
    return g->type == PyType::Int || g->type == PyType::Float || g->type == PyType::Bool
               ? Known::Yes
               : Known::Maybe;
  if (const auto* s = unit.values.If<values::Sequence>(data)) {
    if (s->exact) return s->items.size() == 1 ? KnownOf(unit, s->items[0]) : Known::No;
    // A list of unknown length is taken to hold several; a part of a shape often is one number.
    return s->kind == values::SequenceKind::List
               ? Known::No
               : std::min(KnownOf(unit, s->items.back()), Known::Maybe);
  }
  return unit.data.HasUnknown(data) ? Known::Maybe : Known::No;
}

// Applies `apply` to each alternative of a union and joins the results.
template <class Apply>
inline Ref OverAlternatives(Unit& unit, Ref value, Apply apply) {
  const auto* u = unit.values.If<values::Union>(value);
  if (!u) return apply(value);
  Ref out = unit.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives))
    out = unit.values.Join(out, apply(Ref{r.value, r.origin ? r.origin : value.origin}));
  return out;
}

inline std::optional<PyType> NumberType(Unit& unit, Ref r) {
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
    case LiteralKind::None:
    case LiteralKind::Ellipsis:
    case LiteralKind::Complex: break;
  }
  return std::nullopt;
}

inline values::DType Promote(values::DType a, values::DType b) {
  if (a == b) return a;
  if (a == values::DType::Unknown || b == values::DType::Unknown) return values::DType::Unknown;
  return std::max(a, b);  // Bool < Int < Float < Complex
}

inline values::DType DTypeOf(Unit& unit, Ref r) {
  if (const auto* t = unit.values.If<values::Tensor>(r)) return t->dtype;
  auto type = NumberType(unit, r);
  if (!type) return values::DType::Unknown;
  switch (*type) {
    case PyType::Bool: return values::DType::Bool;
    case PyType::Int: return values::DType::Int;
    case PyType::Float: return values::DType::Float;
    case PyType::Str:
    case PyType::Bytes:
    case PyType::Complex:
    case PyType::DType:
    case PyType::Device:
    case PyType::Any: break;
  }
  return values::DType::Unknown;
}

inline int RankOf(Unit& unit, Ref r) {
  if (const auto* t = unit.values.If<values::Tensor>(r)) return t->rank;
  return NumberType(unit, r) ? 0 : -1;
}

// What is made of sparse tensors and numbers is sparse; likewise of quantised and nested ones. One
// of the two is a tensor.
inline values::Layout LayoutOf(const values::Tensor* left, const values::Tensor* right) {
  const values::Layout layout = (left ? left : right)->layout;
  const bool same = !left || !right || left->layout == right->layout;
  return same && IsPassedOn(layout) ? layout : values::Layout::Strided;
}

inline ClassId SubclassOfBoth(Unit& unit, Ref left, Ref right) {
  const ClassId of_left = unit.classes.SubclassOfResult(left);
  return of_left ? of_left : unit.classes.SubclassOfResult(right);
}

// A tensor made from two operands of which one is a tensor.
// Of `a @ b`, by the ranks of both; -1: not known.
inline int RankOfProduct(int a, int b) {
  if (a < 1 || b < 1) return -1;
  if (a == 1 || b == 1) return a + b - 2;  // vectors: what is left of the other one
  return std::max(a, b);
}

inline Ref TensorOperation(Unit& unit, Ref left, Ref right, values::DType dtype, const Site& site,
                           std::string_view op) {
  values::Tensor out;
  out.dtype = dtype;
  int a = RankOf(unit, left), b = RankOf(unit, right);
  out.rank = static_cast<std::int8_t>(a < 0 || b < 0 ? -1 : std::max(a, b));
  const auto* tl = unit.values.If<values::Tensor>(left);
  const auto* tr = unit.values.If<values::Tensor>(right);
  out.numpy = (tl && tl->numpy && (!tr || tr->numpy)) || (tr && tr->numpy && !tl);
  out.known = std::min(KnownOf(unit, left), KnownOf(unit, right));
  out.sizes = BroadcastSizes(unit, {left, right});
  out.layout = LayoutOf(tl, tr);
  out.subclass = SubclassOfBoth(unit, left, right);
  if (dtype != values::DType::Bool) {
    if (tl && tr && tl->exact == tr->exact) out.exact = tl->exact;
    else if (tl && !tr && tl->dtype == dtype) out.exact = tl->exact;
    else if (tr && !tl && tr->dtype == dtype) out.exact = tr->exact;
  }
  OriginId parent = tl ? left.origin : right.origin;
  return unit.recorder.TensorRef(out, OriginKind::Operator, site, unit.Intern(op), parent);
}

// The int that an index is; bools are ints.
inline std::optional<std::int64_t> AsIndex(Unit& unit, Ref r) {
  const auto* c = unit.values.If<values::Constant>(r);
  if (!c || (c->kind != syntax::LiteralKind::Int && c->kind != syntax::LiteralKind::True &&
             c->kind != syntax::LiteralKind::False))
    return std::nullopt;
  return c->integer;
}

// Where an exact sequence is cut by a slice without a step; nothing where source does not tell.
inline std::optional<std::pair<std::int64_t, std::int64_t>> SliceBounds(Unit& unit, Ref index,
                                                                        const values::Sequence& s) {
  const auto* slice = unit.values.If<values::Slice>(index);
  if (!slice || !s.exact || slice->step.value != unit.values.none()) return std::nullopt;
  const auto n = static_cast<std::int64_t>(s.items.size());
  auto bound = [&](Ref r, std::int64_t fallback) -> std::optional<std::int64_t> {
    if (r.value == unit.values.none()) return fallback;
    const auto i = AsIndex(unit, r);
    if (!i) return std::nullopt;
    return std::clamp<std::int64_t>(*i < 0 ? *i + n : *i, 0, n);
  };
  const auto from = bound(slice->lower, 0), to = bound(slice->upper, n);
  if (!from || !to) return std::nullopt;
  return std::pair(*from, std::max(*from, *to));
}

}  // namespace graphmend::infer
