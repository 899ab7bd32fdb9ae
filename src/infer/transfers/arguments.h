// What the transfers of builtins share: reading arguments as constants, containers and callables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {

using syntax::LiteralKind;
using values::PyType;
using values::SequenceKind;

inline Ref Int(const TransferCall& call) { return call.unit.Guarded(PyType::Int); }
inline Ref BoolRef(const TransferCall& call, std::optional<bool> known) {
  return known ? Ref{call.unit.values.Bool(*known), {}} : call.unit.Guarded(PyType::Bool);
}

inline const values::Constant* ConstantOf(const TransferCall& call, Ref r) {
  return r.value ? call.unit.values.If<values::Constant>(r) : nullptr;
}

inline const values::Constant* StringOf(const TransferCall& call, Ref r) {
  const auto* c = ConstantOf(call, r);
  return c && c->kind == LiteralKind::Str ? c : nullptr;
}

// Positional argument `i` after a class's own first parameter.
inline Ref AfterClass(const TransferCall& call, std::size_t i) {
  bool constructor =
      call.First().value && call.unit.values.If<values::Class>(call.First()) && call.callable &&
      call.unit.Info(call.callable).file->tree()[call.unit.Info(call.callable).function].cls;
  return call.Passed(i + (constructor ? 1 : 0));
}

inline Ref SequenceFrom(const TransferCall& call, SequenceKind kind, Ref source) {
  if (!source.value) return {call.unit.values.Sequence_(kind, {}), {}};
  if (auto items = call.unit.operations.ExactElements(source))
    return {call.unit.values.Sequence_(kind, *items), source.origin};
  return {call.unit.values.SequenceOf(kind, call.unit.operations.ElementOf(source, call.site)),
          source.origin};
}

inline Ref Result(const TransferCall& call, Ref fallback) {
  return fallback.value ? fallback : call.Unknown();
}

inline Ref CallWith(const TransferCall& call, Ref fn, std::vector<Ref> args) {
  Arguments all;
  for (Ref r : args) all.push_back(Positional(r));
  return call.unit.calls.Call(fn, all, call.site);
}

inline void ObserveTruth(const TransferCall& call, Ref element, OperationKind kind,
                         const std::string& gb = "GB0170") {
  if (!call.Compiled()) return;
  auto data = call.unit.data.IsData(element, {});
  if (data.has != Has::No)
    call.unit.recorder.Observe(observed::TruthInCall{{{std::string(call.name), kind}}}, call.site,
                               element, {gb}, data.conditions);
}

}  // namespace graphmend::infer::transfers
