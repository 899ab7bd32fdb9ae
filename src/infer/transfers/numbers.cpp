// Functions of numbers that tensors take part in as they are: abs, pow, round, divmod.
#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {

namespace {
// The first argument where it is tensor data, or not passed; else a None id.
Ref DataLikeFirst(const TransferCall& call) {
  if (const values::Tensor* t = call.FirstTensor()) {
    values::Tensor out = *t;
    out.sizes = {};
    if (call.name.ends_with("abs") && out.dtype == values::DType::Complex)
      out.dtype = values::DType::Float, out.exact = {};
    return call.Made(out);
  }
  Ref r = call.Passed(0);
  if (!r.value) return call.unit.Guarded(PyType::Any);
  if (const auto* d = call.unit.values.If<values::DataScalar>(r))
    return {call.unit.values.Intern(*d), r.origin};
  return {};
}

// The type of a plain number; nothing for what is none.
std::optional<PyType> TypeOfNumber(const TransferCall& call, Ref r) {
  if (const auto* g = call.unit.values.If<values::Guarded>(r)) return g->type;
  const auto* c = ConstantOf(call, r);
  if (c && c->kind == LiteralKind::Int) return PyType::Int;
  if (c && c->kind == LiteralKind::Float) return PyType::Float;
  return std::nullopt;
}
}  // namespace

Ref abs(const TransferCall& call) {
  if (Ref data = DataLikeFirst(call); data.value) return data;
  const auto type = TypeOfNumber(call, call.Passed(0));
  return type ? call.unit.Guarded(*type) : call.Unknown();
}

Ref round(const TransferCall& call) {
  if (Ref data = DataLikeFirst(call); data.value) return data;
  const auto type = TypeOfNumber(call, call.Passed(0));
  if (!type) return call.Unknown();
  return call.unit.Guarded(call.Passed(1).value ? *type : PyType::Int);
}

Ref divmod(const TransferCall& call) {
  if (Ref data = DataLikeFirst(call); data.value) return data;
  return {call.unit.values.Sequence_(SequenceKind::Tuple, {Int(call), Int(call)}), {}};
}

}  // namespace graphmend::infer::transfers
