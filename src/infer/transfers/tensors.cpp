// Results that follow from tensor operands, and what is read from tensors.
#include "infer/transfers/tensor_facts.h"

namespace graphmend::infer::transfers {

Ref elementwise(const TransferCall& call) { return call.Made(Broadcast(call)); }
Ref as_subclass(const TransferCall& call) {
  Tensor out = Like(call);
  const Ref given = call.Parameter("cls");
  const auto* cls = given.value ? call.unit.values.If<values::Class>(given) : nullptr;
  out.subclass = cls && call.unit.classes.IsTensorSubclass(cls->id) ? cls->id : ClassId();
  return call.Made(out);
}
Ref same(const TransferCall& call) { return call.Made(Like(call)); }
Ref ndarray(const TransferCall& call) {
  Tensor out = Like(call);
  out.numpy = true;
  return {call.unit.values.Intern(out), call.Made(out).origin};
}
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
  return Reduced(call, given      ? std::optional(asked)
                       : integral ? std::optional(DType::Int)
                                  : std::nullopt);
}
Ref accumulate(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.dtype == DType::Bool) out.dtype = DType::Int;
  bool given = false;
  DType asked = DTypeArgument(call, "dtype", given);
  if (given) out.dtype = asked;
  return call.Made(out);
}
Ref reduce_bool(const TransferCall& call) { return Reduced(call, DType::Bool); }
Ref reduce_index(const TransferCall& call) { return Reduced(call, DType::Int); }
Ref reduce_float(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  return Reduced(call, t && t->dtype == DType::Complex ? DType::Complex : DType::Float);
}

Ref reduce_pair(const TransferCall& call) {
  // max(x, y): elementwise.
  if (call.args.size() >= 2 && call.args[1].kind == syntax::ArgKind::Positional &&
      call.unit.data.IsTensor(call.args[1].value) != Has::No)
    return elementwise(call);
  Ref dim = DimOf(call);
  if (!IsPresent(call, dim) && call.args.size() >= 2 &&
      call.args[1].kind == syntax::ArgKind::Positional)
    dim = call.args[1].value;
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

Ref dtype(const TransferCall& call) {
  const Tensor* t = call.First().value ? call.unit.data.FirstTensor(call.First()) : nullptr;
  return {call.unit.values.Intern(values::Guarded{PyType::DType, t ? t->exact : Symbol()}), {}};
}

Ref host_scalar(const TransferCall& call) {
  OriginId origin;
  const Tensor* t = call.FirstTensor(&origin);
  // Captured instead of read: a symbol that arithmetic may use, but no branch.
  if (t && call.Compiled() &&
      (call.unit.CurrentMode(call.site).fullgraph ||
       call.unit.flags.DynamoFlag("capture_scalar_outputs", call.site) == Has::Certainly)) {
    PyType type = t->dtype == DType::Bool  ? PyType::Bool
                  : t->dtype == DType::Int ? PyType::Int
                                           : PyType::Float;
    return {call.unit.values.Intern(values::DataScalar{type, values::DataSource::Tensor}), origin};
  }
  switch (t ? t->dtype : DType::Unknown) {
    case DType::Bool: return call.unit.Guarded(PyType::Bool);
    case DType::Int: return call.unit.Guarded(PyType::Int);
    case DType::Float: return call.unit.Guarded(PyType::Float);
    case DType::Unknown:
    case DType::Complex: break;
  }
  return call.unit.Guarded(PyType::Any);
}

Ref host_list(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Ref item = host_scalar(call);
  int rank = t ? t->rank : -1;
  if (rank == 0) return item;
  if (rank < 0)
    return {call.unit.values.SequenceOf(SequenceKind::List, call.unit.Guarded(PyType::Any)), {}};
  for (int i = 0; i < rank; ++i) item = {call.unit.values.SequenceOf(SequenceKind::List, item), {}};
  return item;
}

Ref parameter(const TransferCall& call) {
  Tensor out = Like(call);
  for (const CallArgument& a : call.args)
    if (const auto* t = call.unit.values.If<Tensor>(a.value)) out.sizes = t->sizes;
  Ref made = call.Made(out);
  out.parameter = true;
  return {call.unit.values.Intern(out), made.origin};
}

namespace {
// NumPy's reductions, which give a scalar of a flat sequence where no axis is given.
bool GivesScalar(const TransferCall& call, std::string_view name) {
  constexpr std::string_view kReduce[] = {"prod", "sum",    "max", "min",    "amax",   "amin",
                                          "mean", "median", "std", "var",    "argmax", "argmin",
                                          "any",  "all",    "ptp", "average"};
  return call.args.size() == 1 &&
         std::find(std::begin(kReduce), std::end(kReduce), name) != std::end(kReduce);
}
}  // namespace

Ref np_scalar(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  Tensor out = t ? *t : Tensor{};
  out.sizes = {};
  constexpr std::string_view kKeepInts[] = {"prod", "sum",     "max",     "min",      "amax",
                                            "amin", "maximum", "abs",     "absolute", "lcm",
                                            "gcd",  "clip",    "minimum", "sign",     "negative"};
  values::Known known = values::Known::Yes;
  bool whole = true;  // made of ints only
  for (const CallArgument& a : call.args) {
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    const auto* g = call.unit.values.If<values::Guarded>(a.value);
    if (t || call.unit.values.If<values::Class>(a.value)) continue;  // the class of np.int64(4)
    if (a.kind == syntax::ArgKind::Positional) known = std::min(known, KnownOf(call.unit, a.value));
    if ((c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float))
      out.dtype = DType::Float;
    Ref part = a.value;
    while (const auto* s = call.unit.values.If<values::Sequence>(part))
      part = s->items.empty() ? call.unit.None() : values::JoinAll(call.unit.values, s->items);
    whole &= a.kind == syntax::ArgKind::Positional && NumberType(call.unit, part) == PyType::Int;
  }
  const std::string_view name = call.name.substr(call.name.rfind('.') + 1);
  if (!t && whole && !call.args.empty() &&
      std::find(std::begin(kKeepInts), std::end(kKeepInts), name) != std::end(kKeepInts))
    out.dtype = DType::Int;
  // Dynamo folds these as it folds torch.tensor(3): the value is known, but not for a branch.
  // What is made outside comes in as an input.
  if (!t) {
    if (known == values::Known::Yes || GivesScalar(call, name)) out.rank = 0;
    out.known = call.Compiled() ? known : values::Known::No;
  }
  out.numpy = true;
  return {call.unit.values.Intern(out), call.Made(out).origin};
}

namespace {
Ref NumberOf(const TransferCall& call, values::RuntimeNumber number) {
  Ref of = call.Passed(0);
  if (!of.value || call.unit.data.IsTensor(of) != Has::Certainly)
    return call.unit.Guarded(PyType::Int);
  return {call.unit.values.Intern(values::Guarded{.type = PyType::Int, .number = number}),
          of.origin};
}
}  // namespace
Ref id_number(const TransferCall& call) { return NumberOf(call, values::RuntimeNumber::Id); }
Ref hash_number(const TransferCall& call) { return NumberOf(call, values::RuntimeNumber::Hash); }
Ref data_pointer(const TransferCall& call) {
  return NumberOf(call, values::RuntimeNumber::DataPointer);
}

Ref deepcopy(const TransferCall& call) {
  Ref value = call.Passed(0);
  return value.value ? value : call.Unknown();
}

}  // namespace graphmend::infer::transfers
