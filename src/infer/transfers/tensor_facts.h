// What the transfers of tensor functions share: dtype and rank of results.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "infer/interpret/operands.h"
#include "infer/interpret/sizes.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {

using values::DType;
using values::PyType;
using values::SequenceKind;
using values::Tensor;

inline DType Promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::Unknown || b == DType::Unknown) return DType::Unknown;
  return std::max(a, b);
}

// Python values that Dynamo knows, on all paths.
inline bool IsPlain(Unit& unit, Ref value) {
  if (const auto* u = unit.values.If<values::Union>(value))
    return std::all_of(u->alternatives.begin(), u->alternatives.end(),
                       [&](Ref r) { return IsPlain(unit, r); });
  return unit.values.If<values::Constant>(value) || unit.values.If<values::Guarded>(value);
}

// Broadcast of all tensor arguments. Python numbers do not change the rank, and promote the dtype
// where they are of a higher class.
inline Tensor Broadcast(const TransferCall& call, std::size_t skip = 0) {
  Tensor out;
  bool first = true;
  DType numbers = DType::Unknown;
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && at++ < skip) continue;
    const bool operand =
        a.name == "other" || a.name == "input" || a.name == "min" || a.name == "max";
    if (a.kind == syntax::ArgKind::Keyword && !operand) continue;
    const Tensor* t = call.unit.data.FirstTensor(a.value);
    if (t) {
      out.exact = first || out.exact == t->exact ? t->exact : Symbol();
      out.known = first ? t->known : std::min(out.known, t->known);
      out.dtype = first ? t->dtype : Promote(out.dtype, t->dtype);
      out.rank =
          first ? t->rank
                : (out.rank < 0 || t->rank < 0 ? std::int8_t{-1} : std::max(out.rank, t->rank));
      first = false;
      continue;
    }
    const bool number = call.unit.values.If<values::Constant>(a.value) ||
                        call.unit.values.If<values::Guarded>(a.value);
    numbers = std::max(numbers, DTypeOf(call.unit, a.value));
    if (!number && at > 0) {
      out.rank = -1;
      out.exact = {};
      out.known = std::min(out.known, KnownOf(call.unit, a.value));
      if (!first) out.dtype = DType::Unknown;
    }
  }
  // A number of a higher class promotes the tensors.
  if (!first && out.dtype != DType::Unknown && numbers > out.dtype) {
    out.dtype = numbers;
    out.exact = {};
  }
  // Python numbers alone: torch.div(8, 2, rounding_mode="trunc").
  // One number shows that the unknown others are numbers, too.
  if (first) {
    bool number = false, other = false;
    for (const CallArgument& a : call.args) {
      bool is_number = IsPlain(call.unit, a.value);
      if (a.kind == syntax::ArgKind::Positional) number |= is_number;
      other |= !is_number && !call.unit.data.HasUnknown(a.value);
    }
    if (number && !other) out.known = values::Known::Yes;
  }
  return out;
}

inline Tensor Like(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Tensor out = t ? *t : Tensor{};
  out.parameter = false;
  out.sizes = {};
  return out;
}

inline std::optional<std::int64_t> IntOf(const TransferCall& call, Ref r) {
  const auto* c = r.value ? call.unit.values.If<values::Constant>(r) : nullptr;
  return c && c->kind == syntax::LiteralKind::Int ? std::optional(c->integer) : std::nullopt;
}

inline bool IsPresent(const TransferCall& call, Ref r) {
  return r.value && r.value != call.unit.values.none();
}

// The `dim` of a reduction, also when passed by position after the tensor.
inline Ref DimOf(const TransferCall& call) {
  Ref dim = call.Parameter("dim");
  if (!dim.value) dim = call.Parameter("axis");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && (a.name == "dim" || a.name == "axis")) dim = a.value;
  // `x.var(False)`: it says how to count.
  return dim.value && NumberType(call.unit, dim) == PyType::Bool ? Ref{} : dim;
}

// Whether the dimensions that are reduced stay, with a size of 1; nothing where it is not known.
inline std::optional<bool> KeepsDim(const TransferCall& call) {
  Ref keep = call.Parameter("keepdim");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && (a.name == "keepdim" || a.name == "keepdims"))
      keep = a.value;
  return keep.value ? call.unit.operations.KnownTruth(keep) : std::optional(false);
}

inline std::int8_t ReducedRank(const TransferCall& call, std::int8_t rank) {
  const Ref dim = DimOf(call);
  const std::optional<bool> keeps = KeepsDim(call);
  if (!keeps) return -1;
  const auto dims = IsPresent(call, dim) ? call.unit.operations.ExactElements(dim) : std::nullopt;
  if (!IsPresent(call, dim) || (dims && dims->empty())) return *keeps ? rank : std::int8_t{0};
  if (call.unit.values.If<values::Unknown>(dim) || call.unit.values.If<values::Union>(dim))
    return -1;
  if (*keeps || rank < 0) return rank;
  return static_cast<std::int8_t>(
      std::max<int>(0, rank - (dims ? static_cast<int>(dims->size()) : 1)));
}

// The first argument, where it is one tensor certainly; null: it is something else, or one of
// several.
inline const Tensor* FirstArgument(const TransferCall& call) {
  return call.args.empty() ? nullptr : call.unit.values.If<Tensor>(call.args[0].value);
}

// The dimension that a constant names, of so many; nothing where it is not known.
inline std::optional<std::size_t> DimensionOf(const TransferCall& call, Ref dim, int rank) {
  const auto at = dim.value ? IntOf(call, dim) : std::nullopt;
  if (!at || rank < 0 || *at < -rank || *at >= rank) return std::nullopt;
  return static_cast<std::size_t>(*at < 0 ? *at + rank : *at);
}

// The sizes that a reduction leaves along one dimension.
inline values::Sizes ReducedSizes(const TransferCall& call) {
  const Tensor* of = FirstArgument(call);
  const auto at = of ? DimensionOf(call, DimOf(call), of->rank) : std::nullopt;
  if (!at) return {};
  const values::Sizes left = WithoutDimension(of->sizes, *at);
  return KeepsDim(call) == true ? WithDimension(left, *at, 1) : left;
}

inline Ref Reduced(const TransferCall& call, std::optional<DType> dtype) {
  Tensor out = Like(call);
  out.rank = ReducedRank(call, out.rank);
  if (out.rank > 0) out.sizes = ReducedSizes(call);
  if (dtype) {
    if (out.dtype != *dtype || *dtype == DType::Int) out.exact = {};
    out.dtype = *dtype;
  }
  return call.Made(out);
}

inline Ref TupleOf(const TransferCall& call, std::vector<Ref> items) {
  OriginId origin = items.empty() ? OriginId() : items[0].origin;
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::move(items)), origin};
}

// dtype= or a dtype among the arguments, by its name in torch.
inline std::optional<DType> DTypeByName(std::string_view name) {
  if (name == "bool") return DType::Bool;
  if (name.starts_with("int") || name.starts_with("uint") || name == "long" || name == "short" ||
      name == "byte" || name == "char")
    return DType::Int;
  if (name.starts_with("float") || name.starts_with("bfloat") || name == "half" || name == "double")
    return DType::Float;
  if (name.starts_with("complex") || name.starts_with("cfloat") || name == "cdouble" ||
      name == "chalf")
    return DType::Complex;
  return std::nullopt;
}

// `int`, `float` and `bool` as dtypes, and NumPy's (`np.int64`, `np.bool_`).
inline std::optional<DType> DTypeOfClass(const TransferCall& call, Ref value) {
  const auto* cls = call.unit.values.If<values::Class>(value);
  std::string_view name = cls ? call.unit.Info(cls->id).name.text() : std::string_view();
  if (name == "int") return DType::Int;
  if (name == "float") return DType::Float;
  if (name == "bool" || name == "bool_") return DType::Bool;
  if (name == "complex") return DType::Complex;
  const bool of_numpy = cls && call.unit.Info(cls->id).qualified.starts_with("numpy.");
  return of_numpy ? DTypeByName(name) : std::nullopt;
}

// What a value says of a dtype: `torch.bool`, "bool", `bool`, or nothing.
inline DType DTypeOf(const TransferCall& call, Ref value, Symbol* exact = nullptr) {
  if (const auto* g = call.unit.values.If<values::Guarded>(value); g && g->name) {
    if (exact) *exact = g->name;
    return DTypeByName(g->name.text()).value_or(DType::Unknown);
  }
  if (const auto* c = call.unit.values.If<values::Constant>(value);
      c && c->kind == syntax::LiteralKind::Str)
    return DTypeByName(c->text.text()).value_or(DType::Unknown);
  return DTypeOfClass(call, value).value_or(DType::Unknown);
}

// The same of the argument that is passed by this keyword.
inline DType DTypeArgument(const TransferCall& call, std::string_view parameter, bool& given,
                           Symbol* exact = nullptr) {
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword || a.name != parameter) continue;
    if (a.value.value == call.unit.values.none()) return DType::Unknown;
    given = true;
    return DTypeOf(call, a.value, exact);
  }
  return DType::Unknown;
}

// The sizes that a call is given behind its first arguments, one by one or as a tuple; nothing
// where source does not tell how many there are.
inline std::optional<std::vector<Ref>> SizesGiven(const TransferCall& call, std::size_t first) {
  std::vector<Ref> sizes;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Star) {
      auto items = call.unit.operations.ExactElements(a.value);
      if (!items) return std::nullopt;
      sizes.insert(sizes.end(), items->begin(), items->end());
    } else if (a.kind == syntax::ArgKind::Positional) {
      sizes.push_back(a.value);
    } else if (a.kind == syntax::ArgKind::Keyword && (a.name == "size" || a.name == "shape")) {
      sizes.push_back(a.value);
    }
  }
  if (sizes.size() < first) return std::nullopt;
  sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(first));
  if (sizes.empty()) return std::nullopt;
  if (const auto* s = call.unit.values.If<values::Sequence>(sizes[0]))
    return s->exact ? std::optional(s->items) : std::nullopt;
  auto is_int = [&](Ref r) {
    const auto* g = call.unit.values.If<values::Guarded>(r);
    return IntOf(call, r) || (g && g->type == PyType::Int);
  };
  if (sizes.size() == 1 && !is_int(sizes[0])) return std::nullopt;
  return sizes;
}

// Of a tensor with so many dimensions; not known of more than any program has.
inline std::int8_t RankOfCount(std::size_t dimensions) {
  constexpr std::size_t kMostDimensions = 64;
  return dimensions > kMostDimensions ? std::int8_t{-1} : static_cast<std::int8_t>(dimensions);
}

inline bool IsMethod(const TransferCall& call) {
  return call.name.find(".Tensor.") != std::string_view::npos ||
         call.name.find(".ndarray.") != std::string_view::npos;
}

}  // namespace graphmend::infer::transfers
