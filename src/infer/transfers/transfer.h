// Results that signatures cannot say: one function for each of models/transfers.def.
#pragma once

#include <string>

#include "infer/unit.h"

namespace graphmend::infer {

struct TransferCall {
  Unit& unit;
  CallableId callable;          // the stub function; None for a class without one
  const BoundArguments& bound;  // by parameter of the stub
  const Arguments& args;        // as passed
  const Site& site;
  flow::TempId receiver;  // of a method, in the calling frame
  std::string_view name;  // "torch.Tensor.item"

  // The argument of this parameter; None id when it was not passed and has no default.
  // What source does not tell of its result.
  Ref Unknown() const { return unit.UnknownRef(Why::ResultOf, unit.Intern(name)); }
  Ref Parameter(std::string_view name) const;
  bool Given(std::string_view name) const;
  Ref First() const { return bound.values.empty() ? Ref{} : bound.values[0]; }
  Ref At(std::size_t i) const { return i < bound.values.size() ? bound.values[i] : Ref{}; }
  // The i-th argument as passed, keywords apart.
  Ref Passed(std::size_t i) const;
  // The same, Unknown where there is none.
  Ref PassedOrUnknown(std::size_t i) const;
  // The arguments after the first `skip` positional ones.
  Arguments PassedAfter(std::size_t skip) const;
  // This function with its keywords, waiting for what it shall decorate: torch.compile(mode=…).
  Ref Decorator() const;
  // The first tensor among the arguments, and where it came from.
  const values::Tensor* FirstTensor(OriginId* origin = nullptr) const;
  Ref Made(values::Tensor tensor) const;  // a tensor result of this call
  bool Compiled() const;
};

Ref ApplyTransfer(models::Transfer transfer, const TransferCall& call);

namespace transfers {
#define GM_TRANSFER(name, meaning) Ref name(const TransferCall& call);
#include "models/transfers.def"
}  // namespace transfers

}  // namespace graphmend::infer
