// What a transfer asks of the call that it computes: arguments, and results made of them.
#include "infer/trace.h"
#include "infer/transfers/transfer.h"
#include "infer/unit.h"

namespace graphmend::infer {

Ref TransferCall::Parameter(std::string_view wanted) const {
  if (!callable) return {};
  auto params = unit.Info(callable).file->tree()[unit.Info(callable).function].params;
  for (std::size_t i = 0; i < params.size(); ++i)
    if (params[i].name == wanted) return bound.values[i];
  return {};
}

bool TransferCall::Given(std::string_view wanted) const {
  if (!callable) return false;
  auto params = unit.Info(callable).file->tree()[unit.Info(callable).function].params;
  for (std::size_t i = 0; i < params.size(); ++i)
    if (params[i].name == wanted)
      return bound.given[i] && bound.values[i].value != unit.values.none();
  return false;
}

Ref TransferCall::Passed(std::size_t i) const {
  std::size_t at = 0;
  for (const CallArgument& a : args) {
    if (a.kind != syntax::ArgKind::Positional) continue;
    if (at++ == i) return a.value;
  }
  return {};
}

Ref TransferCall::PassedOrUnknown(std::size_t i) const {
  Ref passed = Passed(i);
  return passed.value ? passed : Unknown();
}

Arguments TransferCall::PassedAfter(std::size_t skip) const {
  Arguments out;
  std::size_t at = 0;
  for (const CallArgument& a : args)
    if (a.kind != syntax::ArgKind::Positional || at++ >= skip) out.push_back(a);
  return out;
}

Ref TransferCall::Decorator() const {
  values::Partial p;
  p.callee = {unit.values.Intern(values::Function{callable}), {}};
  for (const CallArgument& a : args)
    if (a.kind == syntax::ArgKind::Keyword) p.keywords.push_back({a.name, a.value});
  return {unit.values.Intern(std::move(p)), {}};
}

const values::Tensor* TransferCall::FirstTensor(OriginId* origin) const {
  for (const CallArgument& a : args) {
    const values::Tensor* t = unit.data.FirstTensor(a.value);
    if (!t) {
      if (const auto* s = unit.values.If<values::Sequence>(a.value))
        for (Ref r : s->items)
          if (!t) t = unit.data.FirstTensor(r);
    }
    if (!t) continue;
    if (origin) *origin = a.value.origin;
    return t;
  }
  return nullptr;
}

Ref TransferCall::Made(values::Tensor tensor) const {
  OriginId parent;
  FirstTensor(&parent);
  tensor.numpy = name.starts_with("numpy.");
  tensor.parameter = false;
  tensor.layout = values::Layout::Strided;
  return unit.recorder.TensorRef(tensor, OriginKind::Called, site, unit.Intern(name), parent);
}

bool TransferCall::Compiled() const { return unit.CurrentMode(site).compiled; }

Ref ApplyTransfer(models::Transfer transfer, const TransferCall& call) {
  if (Trace* trace = call.unit.options.trace) trace->transfers.insert(transfer);
  switch (transfer) {
    case models::Transfer::None: return call.unit.Bottom();
#define GM_TRANSFER(name, meaning) \
  case models::Transfer::name: return transfers::name(call);
#include "models/transfers.def"
  }
  return call.unit.Bottom();
}

}  // namespace graphmend::infer
