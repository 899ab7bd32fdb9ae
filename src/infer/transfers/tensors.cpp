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
Ref torch_function(const TransferCall& call) {
  Arguments args;
  const Ref passed = call.Parameter("args"), keywords = call.Parameter("kwargs");
  if (passed.value) args.push_back({syntax::ArgKind::Star, {}, passed, {}});
  if (keywords.value && call.unit.values.If<values::Dict>(keywords))
    args.push_back({syntax::ArgKind::DoubleStar, {}, keywords, {}});
  const Ref result = call.unit.calls.Call(call.Parameter("func"), args, call.site);
  const auto* made = call.unit.values.If<values::Tensor>(result);
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  if (!made || !cls || !call.unit.classes.IsTensorSubclass(cls->id)) return result;
  Tensor out = *made;
  out.subclass = cls->id;
  return {call.unit.values.Intern(out), result.origin};
}
Ref same(const TransferCall& call) { return call.Made(Like(call)); }
// One that a graph makes never enters it.
Ref quantized(const TransferCall& call) {
  Tensor out = Like(call);
  out.dtype = DType::Unknown, out.exact = {};
  const Ref made = call.Made(out);
  if (call.Compiled()) return made;
  out.layout = values::Layout::Quantized;
  return {call.unit.values.Intern(out), made.origin};
}
// Which layout is given is not followed: one that is named is hardly ever the default.
Ref nested(const TransferCall& call) {
  Tensor out;
  const Ref made = call.Made(out);
  if (call.Given("layout")) return made;
  out.layout = values::Layout::Nested;
  return {call.unit.values.Intern(out), made.origin};
}
Ref cast_by_name(const TransferCall& call) {
  // Some names are words of C, which are other ones for dtypes.
  static constexpr std::pair<std::string_view, std::string_view> kExact[] = {
      {"half", "float16"},    {"float", "float32"},    {"double", "float64"},    {"short", "int16"},
      {"int", "int32"},       {"long", "int64"},       {"byte", "uint8"},        {"char", "int8"},
      {"chalf", "complex32"}, {"cfloat", "complex64"}, {"cdouble", "complex128"}};
  Tensor out = Like(call);
  std::string_view name = call.name.substr(call.name.rfind('.') + 1);
  for (const auto& [word, exact] : kExact)
    if (word == name) {
      name = exact;
      break;
    }
  out.dtype = DTypeByName(name).value_or(DType::Unknown);
  out.exact = call.unit.Intern(name);
  return call.Made(out);
}
Ref real_part(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.dtype == DType::Complex) out.dtype = DType::Float, out.exact = {};
  if (call.name.ends_with(".view_as_real") && out.rank >= 0) ++out.rank;
  return call.Made(out);
}
Ref complex_like(const TransferCall& call) {
  Tensor out = Like(call);
  out.dtype = DType::Complex;
  out.exact = {};
  if (call.name.ends_with(".view_as_complex") && out.rank >= 0) --out.rank;
  return call.Made(out);
}
Ref tuple_if_asked(const TransferCall& call) {
  const std::string_view name = call.name.substr(call.name.rfind('.') + 1);
  Tensor out = name.starts_with("unique") ? Tensor{} : Like(call);
  if (name == "nonzero") out = {.dtype = DType::Int, .rank = 2};
  bool asked = false;
  for (const std::string_view flag :
       {"as_tuple", "return_inverse", "return_counts", "return_index", "return_indices"}) {
    const Ref given = call.Parameter(flag);
    const auto known = given.value ? call.unit.operations.KnownTruth(given) : std::optional(false);
    if (!known) return call.Unknown();
    asked |= *known;
  }
  if (!asked) return call.Made(out);
  Tensor part =
      name == "nonzero" ? Tensor{.dtype = DType::Int, .rank = 1} : Tensor{.rank = out.rank};
  const Ref one = call.Made(part);
  return {call.unit.values.SequenceOf(SequenceKind::Tuple, one), one.origin};
}
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
  const bool rounds = IsPresent(call, call.Parameter("rounding_mode"));
  if (!rounds && (out.dtype == DType::Int || out.dtype == DType::Bool)) {
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
  if (out.dtype == DType::Bool || out.dtype == DType::Int) out.dtype = DType::Int, out.exact = {};
  if (out.numpy && !IsPresent(call, DimOf(call)) && call.args.size() == 1) out.rank = 1;  // flat
  return call.Made(out);
}
Ref reduce_bool(const TransferCall& call) {
  // Of uint8 it is uint8.
  const Tensor* t = call.FirstTensor();
  return Reduced(call, t && t->exact.text() == "uint8" ? DType::Int : DType::Bool);
}
Ref reduce_index(const TransferCall& call) { return Reduced(call, DType::Int); }
Ref reduce_float(const TransferCall& call) {
  const Tensor* t = call.FirstTensor();
  const DType dtype = t && t->dtype == DType::Complex ? DType::Complex : DType::Float;
  // Several quantiles are one dimension more.
  const auto* q = call.Given("q") ? call.unit.values.If<Tensor>(call.Parameter("q")) : nullptr;
  if (!q || q->rank == 0) return Reduced(call, dtype);
  Tensor out = Like(call);
  out.rank = -1;
  return call.Made(out);
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
  const std::optional<bool> keeps = KeepsDim(call);
  if (!keeps) out.rank = -1;
  else if (!*keeps && out.rank > 0) --out.rank;
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

namespace {
// Of two numbers of Python's, `torch.where(c, True, False)`, the dtype that both have.
void SelectNumbers(const TransferCall& call, Tensor& out) {
  DType kinds[] = {DType::Unknown, DType::Unknown};
  for (std::size_t i = 0; i < 2; ++i) {
    const Ref chosen = call.Passed(i + 1);
    if (!chosen.value || !NumberType(call.unit, chosen)) return;
    kinds[i] = DTypeOf(call.unit, chosen);
  }
  out.rank = 0;
  if (kinds[0] == kinds[1]) out.dtype = kinds[0];
}
}  // namespace

Ref where(const TransferCall& call) {
  std::size_t count = call.args.size();
  if (count <= 1) {
    Ref part = call.Made({.dtype = DType::Int, .rank = 1});
    return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
  }
  Tensor out = IsMethod(call) ? Broadcast(call) : Broadcast(call, 1);
  out.numpy = call.name.starts_with("numpy.");
  if (!IsMethod(call) && !out.numpy) SelectNumbers(call, out);
  const Tensor* first = call.FirstTensor();
  if (first && first->rank >= 0 && out.rank >= 0) out.rank = std::max(out.rank, first->rank);
  else out.rank = -1;
  return call.Made(out);
}

namespace {

// Outside of compiled code it may be of any layout.
bool IsStrided(const TransferCall& call) {
  const Tensor* t = call.First().value ? call.unit.values.If<Tensor>(call.First()) : nullptr;
  return t && t->layout == values::Layout::Strided && call.unit.CurrentMode(call.site).compiled;
}

}  // namespace

Ref layout(const TransferCall& call) {
  const Symbol name = IsStrided(call) ? call.unit.Intern("strided") : Symbol();
  return {call.unit.values.Intern(values::Guarded{PyType::Any, name}), {}};
}

Ref laid_out(const TransferCall& call) {
  return IsStrided(call) ? Ref{call.unit.values.Bool(false), {}} : call.unit.Guarded(PyType::Bool);
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
  if (call.name.ends_with(".__bool__")) return call.unit.Guarded(PyType::Bool);
  if (call.name.ends_with(".__int__")) return call.unit.Guarded(PyType::Int);
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
