// Results that are tensors, and what is read from tensors.
#include <algorithm>

#include "infer/transfer.h"

namespace graphmend::infer::transfers {
namespace {

using values::DType;
using values::PyType;
using values::SequenceKind;
using values::Tensor;

struct Operands {
  Tensor result;
  bool any = false;
};

DType Promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::Unknown || b == DType::Unknown) return DType::Unknown;
  return std::max(a, b);
}

// Broadcast of all tensor arguments. Python numbers do not change the rank; a float does promote
// an int tensor.
Tensor Broadcast(const TransferCall& call, std::size_t skip = 0) {
  Tensor out;
  bool first = true;
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && at++ < skip) continue;
    if (a.kind == syntax::ArgKind::Keyword && a.name != "other" && a.name != "input") continue;
    const Tensor* t = call.unit.FirstTensor(a.value);
    if (t) {
      out.exact = first || out.exact == t->exact ? t->exact : Symbol();
      out.constant = first ? t->constant : out.constant && t->constant;
      out.dtype = first ? t->dtype : Promote(out.dtype, t->dtype);
      out.rank = first ? t->rank : (out.rank < 0 || t->rank < 0 ? std::int8_t{-1} : std::max(out.rank, t->rank));
      first = false;
      continue;
    }
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    const auto* g = call.unit.values.If<values::Guarded>(a.value);
    bool number = c || g;
    bool real = (c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float);
    if (real && !first && out.dtype < DType::Float && out.dtype != DType::Unknown) {
      out.dtype = DType::Float;
      out.exact = {};
    }
    if (!number && at > 0) {
      out.rank = -1;
      out.exact = {};
      out.constant = false;
      if (!first) out.dtype = DType::Unknown;
    }
  }
  // Python numbers alone: torch.div(8, 2, rounding_mode="trunc").
  if (first) {
    out.constant = !call.args.empty();
    for (const CallArgument& a : call.args)
      out.constant &= call.unit.values.If<values::Constant>(a.value) || call.unit.values.If<values::Guarded>(a.value);
  }
  return out;
}

Tensor Like(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Tensor out = t ? *t : Tensor{};
  out.parameter = false;
  return out;
}

std::optional<std::int64_t> IntOf(const TransferCall& call, Ref r) {
  const auto* c = r.value ? call.unit.values.If<values::Constant>(r) : nullptr;
  return c && c->kind == syntax::LiteralKind::Int ? std::optional(c->integer) : std::nullopt;
}

bool IsPresent(const TransferCall& call, Ref r) { return r.value && r.value != call.unit.values.none(); }

// The `dim` of a reduction, also when passed by position after the tensor.
Ref DimOf(const TransferCall& call) {
  Ref dim = call.Parameter("dim");
  if (!dim.value) dim = call.Parameter("axis");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && (a.name == "dim" || a.name == "axis")) dim = a.value;
  return dim;
}

bool KeepsDim(const TransferCall& call) {
  Ref keep = call.Parameter("keepdim");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && (a.name == "keepdim" || a.name == "keepdims")) keep = a.value;
  return keep.value && call.unit.KnownTruth(keep) == std::optional(true);
}

std::int8_t ReducedRank(const TransferCall& call, std::int8_t rank) {
  Ref dim = DimOf(call);
  if (!IsPresent(call, dim)) return 0;
  if (call.unit.values.If<values::Unknown>(dim) || call.unit.values.If<values::Union>(dim)) return -1;
  if (KeepsDim(call)) return rank;
  if (rank < 0) return -1;
  if (auto dims = call.unit.ExactElements(dim)) return static_cast<std::int8_t>(std::max<int>(0, rank - static_cast<int>(dims->size())));
  return static_cast<std::int8_t>(std::max(0, rank - 1));
}

Ref Reduced(const TransferCall& call, std::optional<DType> dtype) {
  Tensor out = Like(call);
  out.rank = ReducedRank(call, out.rank);
  if (dtype) {
    if (out.dtype != *dtype) out.exact = {};
    out.dtype = *dtype;
  }
  out.constant = false;
  return call.Made(out);
}

Ref TupleOf(const TransferCall& call, std::vector<Ref> items) {
  OriginId origin = items.empty() ? OriginId() : items[0].origin;
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::move(items)), origin};
}

// dtype= or a dtype among the arguments, by its name in torch.
std::optional<DType> DTypeByName(std::string_view name) {
  if (name == "bool") return DType::Bool;
  if (name.starts_with("int") || name.starts_with("uint") || name == "long" || name == "short" || name == "byte") return DType::Int;
  if (name.starts_with("float") || name.starts_with("bfloat") || name == "half" || name == "double") return DType::Float;
  if (name.starts_with("complex") || name == "cfloat" || name == "cdouble") return DType::Complex;
  return std::nullopt;
}

// What an argument expression says of a dtype: `torch.bool`, `bool`, or nothing.
DType DTypeArgument(const TransferCall& call, std::string_view parameter, bool& given, Symbol* exact = nullptr) {
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword || a.name != parameter) continue;
    if (a.value.value == call.unit.values.none()) return DType::Unknown;
    given = true;
    if (const auto* g = call.unit.values.If<values::Guarded>(a.value); g && g->name) {
      if (exact) *exact = g->name;
      return DTypeByName(g->name.text()).value_or(DType::Unknown);
    }
    if (const auto* c = call.unit.values.If<values::Constant>(a.value); c && c->kind == syntax::LiteralKind::Str) return DTypeByName(c->text.text()).value_or(DType::Unknown);
    if (const auto* cls = call.unit.values.If<values::Class>(a.value)) {
      std::string_view name = call.unit.Info(cls->id).name.text();
      if (name == "int") return DType::Int;
      if (name == "float") return DType::Float;
      if (name == "bool") return DType::Bool;
    }
    return DType::Unknown;
  }
  return DType::Unknown;
}

std::int8_t RankOfSizes(const TransferCall& call, std::size_t first) {
  std::vector<Ref> sizes;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Star) {
      auto items = call.unit.ExactElements(a.value);
      if (!items) return -1;
      sizes.insert(sizes.end(), items->begin(), items->end());
    } else if (a.kind == syntax::ArgKind::Positional) {
      sizes.push_back(a.value);
    } else if (a.kind == syntax::ArgKind::Keyword && (a.name == "size" || a.name == "shape")) {
      sizes.push_back(a.value);
    }
  }
  if (sizes.size() < first) return -1;
  sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(first));
  if (sizes.empty()) return -1;
  if (const auto* s = call.unit.values.If<values::Sequence>(sizes[0])) return s->exact ? static_cast<std::int8_t>(s->items.size()) : std::int8_t{-1};
  auto is_int = [&](Ref r) {
    const auto* g = call.unit.values.If<values::Guarded>(r);
    return IntOf(call, r) || (g && g->type == PyType::Int);
  };
  if (sizes.size() == 1 && !is_int(sizes[0])) return -1;
  return static_cast<std::int8_t>(sizes.size());
}

bool IsMethod(const TransferCall& call) { return call.name.find(".Tensor.") != std::string_view::npos || call.name.find(".ndarray.") != std::string_view::npos; }

}  // namespace

Ref elementwise(const TransferCall& call) { return call.Made(Broadcast(call)); }
Ref same(const TransferCall& call) { return call.Made(Like(call)); }
Ref predicate(const TransferCall& call) {
  Tensor out = Broadcast(call);
  out.dtype = DType::Bool;
  out.exact = {};
  return call.Made(out);
}
Ref float_elementwise(const TransferCall& call) {
  Tensor out = Broadcast(call);
  if (out.dtype == DType::Int || out.dtype == DType::Bool) {
    out.dtype = DType::Float;
    out.exact = {};
  }
  return call.Made(out);
}
Ref reduce(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  return Reduced(call, t && t->dtype == DType::Bool ? std::optional(DType::Int) : std::nullopt);
}
Ref reduce_sum(const TransferCall& call) {
  // Sums and products of ints and bools are int64.
  const Tensor* t = call.FirstTensor();
  bool integral = t && (t->dtype == DType::Bool || t->dtype == DType::Int);
  bool given = false;
  DType asked = DTypeArgument(call, "dtype", given);
  return Reduced(call, given ? std::optional(asked) : integral ? std::optional(DType::Int) : std::nullopt);
}
Ref accumulate(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.dtype == DType::Bool) out.dtype = DType::Int;
  bool given = false;
  DType asked = DTypeArgument(call, "dtype", given);
  if (given) out.dtype = asked;
  return call.Made(out);
}
Ref arange(const TransferCall& call) { return factory(call); }
Ref reduce_bool(const TransferCall& call) { return Reduced(call, DType::Bool); }
Ref reduce_index(const TransferCall& call) { return Reduced(call, DType::Int); }
Ref reduce_float(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  return Reduced(call, t && t->dtype == DType::Complex ? DType::Complex : DType::Float);
}

Ref reduce_pair(const TransferCall& call) {
  // max(x, y): elementwise.
  if (call.args.size() >= 2 && call.args[1].kind == syntax::ArgKind::Positional && call.unit.IsTensor(call.args[1].value) != Unit::Has::No) return elementwise(call);
  Ref dim = DimOf(call);
  if (!IsPresent(call, dim) && call.args.size() >= 2 && call.args[1].kind == syntax::ArgKind::Positional) dim = call.args[1].value;
  Tensor out = Like(call);
  if (!IsPresent(call, dim)) {
    out.rank = 0;
    return call.Made(out);
  }
  if (!KeepsDim(call) && out.rank > 0) --out.rank;
  Ref values = call.Made(out);
  out.dtype = DType::Int;
  out.exact = {};
  Ref indices = call.Made(out);
  return TupleOf(call, {values, indices});
}

Ref pair(const TransferCall& call) {
  Tensor out = Like(call);
  Ref values = call.Made(out);
  out.dtype = DType::Int;
  out.exact = {};
  return TupleOf(call, {values, call.Made(out)});
}

Ref factory(const TransferCall& call) {
  Tensor out;
  bool given = false;
  out.dtype = DTypeArgument(call, "dtype", given, &out.exact);
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  bool sized = leaf == "zeros" || leaf == "ones" || leaf == "empty" || leaf == "rand" || leaf == "randn" || leaf == "new_zeros" || leaf == "new_ones" || leaf == "new_empty";
  if (!given && sized && !leaf.starts_with("new_")) {
    out.dtype = DType::Float;
    out.exact = call.unit.Intern("float32");
  }
  if (leaf == "arange" || leaf == "range" || leaf == "randperm") {
    out.rank = 1;
    if (!given) {
      bool real = false, known = true;
      for (const CallArgument& a : call.args) {
        if (a.kind != syntax::ArgKind::Positional) continue;
        const auto* c = call.unit.values.If<values::Constant>(a.value);
        const auto* g = call.unit.values.If<values::Guarded>(a.value);
        real |= (c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float);
        known &= IntOf(call, a.value) || (g && g->type == PyType::Int);
      }
      out.dtype = real ? DType::Float : known ? DType::Int : DType::Unknown;
    }
  } else if (leaf == "linspace" || leaf == "logspace") {
    out.rank = 1;
    if (!given) out.dtype = DType::Float;
  } else if (leaf == "eye") {
    out.rank = 2;
    if (!given) out.dtype = DType::Float;
  } else if (sized || leaf == "full" || leaf == "new_full" || leaf == "randint") {
    std::size_t first = IsMethod(call) ? 1 : 0;
    if (leaf == "randint") {
      out.dtype = given ? out.dtype : DType::Int;
    } else if (leaf == "full" || leaf == "new_full") {
      Ref sizes = call.Passed(first);
      if (const auto* s = sizes.value ? call.unit.values.If<values::Sequence>(sizes) : nullptr; s && s->exact) out.rank = static_cast<std::int8_t>(s->items.size());
    } else {
      out.rank = RankOfSizes(call, first);
    }
  }
  return call.Made(out);
}

Ref factory_like(const TransferCall& call) {
  Tensor out = Like(call);
  bool given = false;
  DType dtype = DTypeArgument(call, "dtype", given, &out.exact);
  if (given) out.dtype = dtype;
  out.constant = false;
  return call.Made(out);
}

Ref from_data(const TransferCall& call) {
  Tensor out;
  Ref data = call.args.empty() ? Ref{} : call.args[0].value;
  if (const Tensor* t = data.value ? call.unit.FirstTensor(data) : nullptr) {
    out = *t;
    out.parameter = false;
  } else if (data.value) {
    int rank = 0;
    Ref at = data;
    while (const auto* s = call.unit.values.If<values::Sequence>(at)) {
      ++rank;
      if (s->items.empty()) break;
      at = s->items[0];
      if (rank > 6) break;
    }
    const auto* c = call.unit.values.If<values::Constant>(at);
    const auto* g = call.unit.values.If<values::Guarded>(at);
    if (c || g || call.unit.values.If<values::Tensor>(at)) out.rank = static_cast<std::int8_t>(rank);
    if (c && (c->kind == syntax::LiteralKind::True || c->kind == syntax::LiteralKind::False)) out.dtype = DType::Bool;
    if ((c && c->kind == syntax::LiteralKind::Int) || (g && g->type == PyType::Int)) out.dtype = DType::Int;
    if ((c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float)) out.dtype = DType::Float;
    if (g && g->type == PyType::Bool) out.dtype = DType::Bool;
    if (const Tensor* t = call.unit.FirstTensor(at)) {
      out.dtype = t->dtype;
      out.rank = t->rank < 0 ? t->rank : static_cast<std::int8_t>(t->rank + rank);
    }
  }
  bool given = false;
  Symbol exact;
  DType dtype = DTypeArgument(call, "dtype", given, &exact);
  if (given) {
    out.dtype = dtype;
    out.exact = exact;
  }
  return call.Made(out);
}

Ref cast(const TransferCall& call) {
  Tensor out = Like(call);
  bool given = false;
  Symbol exact;
  DType dtype = DTypeArgument(call, "dtype", given, &exact);
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (at++ == 0 && a.kind == syntax::ArgKind::Positional) continue;   // self
    if (a.kind != syntax::ArgKind::Positional) continue;
    const auto* g = call.unit.values.If<values::Guarded>(a.value);
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    if (const Tensor* other = call.unit.FirstTensor(a.value)) {
      given = true;
      dtype = other->dtype;
      exact = other->exact;
    } else if (c && c->kind == syntax::LiteralKind::Str && c->text.text().starts_with("torch.")) {
      given = true;
      dtype = DTypeByName(c->text.text().substr(6)).value_or(DType::Unknown);
    } else if (g && g->name) {
      given = true;
      exact = g->name;
      dtype = DTypeByName(g->name.text()).value_or(DType::Unknown);
    } else if ((g && g->type == PyType::DType) || call.unit.values.If<values::Unknown>(a.value) || call.unit.values.If<values::Union>(a.value) || (g && g->type == PyType::Any)) {
      given = true;
      dtype = DType::Unknown;
    } else if (const auto* cls = call.unit.values.If<values::Class>(a.value)) {
      given = true;
      std::string_view name = call.unit.Info(cls->id).name.text();
      dtype = name == "int" ? DType::Int : name == "float" ? DType::Float : name == "bool" ? DType::Bool : DType::Unknown;
    }
  }
  if (given) {
    out.dtype = dtype;
    out.exact = exact;
  }
  return call.Made(out);
}

Ref reshape(const TransferCall& call) {
  Tensor out = Like(call);
  // Every size given makes a dimension; x.view(dtype) and unknown shapes do not say.
  Arguments sizes = call.args;
  out.rank = RankOfSizes(call, 1);
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (leaf == "view_as" || leaf == "expand_as" || leaf == "reshape_as") {
    const Tensor* other = call.args.size() > 1 ? call.unit.FirstTensor(call.args[1].value) : nullptr;
    out.rank = other ? other->rank : std::int8_t{-1};
  }
  return call.Made(out);
}

Ref rank_up(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.rank >= 0) ++out.rank;
  return call.Made(out);
}
Ref rank_down(const TransferCall& call) {
  Tensor out = Like(call);
  out.rank = out.rank > 0 ? static_cast<std::int8_t>(out.rank - 1) : std::int8_t{-1};
  return call.Made(out);
}
Ref unknown_rank(const TransferCall& call) {
  Tensor out = Like(call);
  out.rank = -1;
  return call.Made(out);
}

Ref join(const TransferCall& call) {
  Tensor out;
  Ref parts = call.args.empty() ? Ref{} : call.args[0].value;
  Ref element = parts.value ? call.unit.ElementOf(parts, call.site) : Ref{};
  if (const Tensor* t = element.value ? call.unit.FirstTensor(element) : nullptr) out = *t;
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (leaf == "stack") out.rank = out.rank >= 0 ? static_cast<std::int8_t>(out.rank + 1) : std::int8_t{-1};
  else if (leaf != "cat" && leaf != "concat" && leaf != "concatenate") out.rank = -1;
  return call.Made(out);
}

Ref split(const TransferCall& call) {
  Ref part = call.Made(Like(call));
  return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
}
Ref unbind(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.rank > 0) --out.rank;
  Ref part = call.Made(out);
  return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
}

Ref where(const TransferCall& call) {
  std::size_t count = call.args.size();
  if (count <= 1) {
    Ref part = call.Made({.dtype = DType::Int, .rank = 1});
    return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
  }
  Tensor out = IsMethod(call) ? Broadcast(call) : Broadcast(call, 1);
  const Tensor* first = call.FirstTensor();
  if (first && first->rank >= 0 && out.rank >= 0) out.rank = std::max(out.rank, first->rank);
  else out.rank = -1;
  return call.Made(out);
}

Ref shape(const TransferCall& call) {
  const Tensor* t = call.unit.FirstTensor(call.First().value ? call.First() : call.unit.Bottom());
  Ref dim = call.unit.Guarded(PyType::Int);
  if (!t || t->rank < 0) return {call.unit.values.SequenceOf(SequenceKind::Tuple, dim), {}};
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::vector<Ref>(static_cast<std::size_t>(t->rank), dim)), {}};
}
Ref size(const TransferCall& call) {
  Ref dim = call.Parameter("dim");
  if (dim.value && dim.value != call.unit.values.none()) return call.unit.Guarded(PyType::Int);
  return shape(call);
}
Ref rank(const TransferCall& call) {
  const Tensor* t = call.First().value ? call.unit.FirstTensor(call.First()) : nullptr;
  return t && t->rank >= 0 ? Ref{call.unit.values.Int(t->rank), {}} : call.unit.Guarded(PyType::Int);
}
Ref dtype(const TransferCall& call) {
  const Tensor* t = call.First().value ? call.unit.FirstTensor(call.First()) : nullptr;
  return {call.unit.values.Intern(values::Guarded{PyType::DType, t ? t->exact : Symbol()}), {}};
}

Ref host_scalar(const TransferCall& call) {
  OriginId origin;
  const Tensor* t = call.FirstTensor(&origin);
  // Captured instead of read: a symbol that arithmetic may use, but no branch.
  if (t && call.Compiled() && call.unit.CurrentMode(call.site).fullgraph) {
    PyType type = t->dtype == DType::Bool ? PyType::Bool : t->dtype == DType::Int ? PyType::Int : PyType::Float;
    return {call.unit.values.Intern(values::DataScalar{type, values::DataSource::Tensor}), origin};
  }
  switch (t ? t->dtype : DType::Unknown) {
    case DType::Bool: return call.unit.Guarded(PyType::Bool);
    case DType::Int: return call.unit.Guarded(PyType::Int);
    case DType::Float: return call.unit.Guarded(PyType::Float);
    default: return call.unit.Guarded(PyType::Any);
  }
}

Ref host_list(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Ref item = host_scalar(call);
  int rank = t ? t->rank : -1;
  if (rank == 0) return item;
  if (rank < 0) return {call.unit.values.SequenceOf(SequenceKind::List, call.unit.Guarded(PyType::Any)), {}};
  for (int i = 0; i < rank; ++i) item = {call.unit.values.SequenceOf(SequenceKind::List, item), {}};
  return item;
}

Ref parameter(const TransferCall& call) {
  Tensor out = Like(call);
  Ref made = call.Made(out);
  out.parameter = true;
  return {call.unit.values.Intern(out), made.origin};
}

Ref np_scalar(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Tensor out = t ? *t : Tensor{};
  Ref made = call.Made(out);
  if (t || call.Compiled()) {
    out.numpy = true;
    return {call.unit.values.Intern(out), made.origin};
  }
  return call.unit.Guarded(PyType::Any);
}

Ref deepcopy(const TransferCall& call) {
  Ref value = call.Passed(0);
  return value.value ? value : call.unit.UnknownRef("a copy");
}

}  // namespace graphmend::infer::transfers
