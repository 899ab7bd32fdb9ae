// Calls of abstract values: the transfer function of a call. A call of a union is the join of the
// calls of its alternatives; a first-party function gives what its summary has, a library's what
// its stub declares, refined by a transfer function where there is one.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "infer/calls/call_arguments.h"
#include "infer/calls/callables.h"
#include "infer/part.h"
#include "infer/site.h"

namespace graphmend::infer {

class Calls : Part {
 public:
  explicit Calls(Unit& unit) : Part(unit) {}

  // Bottom: the call does not return, as far as is known. `receiver`: the temp of the calling frame
  // that holds the object a method is called on.
  Ref Call(Ref callee, const Arguments& args, const Site& site, flow::TempId receiver = {});
  Ref CallMethod(Ref object, std::string_view method, const Arguments& args, const Site& site);
  Ref CallKnown(CallableId function, Ref callee, const Arguments& args, const Site& site,
                flow::TempId receiver);
  Ref CallFunction(CallableId callable, const Arguments& args, const Site& site,
                   flow::TempId receiver = {});
  Ref CallStub(CallableId callable, const Arguments& args, const Site& site, flow::TempId receiver);
  BoundArguments Bind(CallableId callable, const Arguments& args, const Site& site);
  Ref AsDeclared(Ref value, Ref declared);

 private:
  static constexpr std::size_t kMaxCallees = 5;

  Ref CallUntold(Ref callee, const Arguments& args, const Site& site);
  Ref CallClass(ClassId cls, const Arguments& args, const Site& site);
  Ref CallWrapper(Ref callee, const Arguments& args, const Site& site);
  void ObserveDynamicSizes(Ref op, const Site& site);
  void ObserveDecorated(const values::Bound& method, const Site& site);
  bool TooManyToFollow(const values::Union& callees) const;
  Ref SettleKnown(Ref computed, const TransferCall& call);
  Ref SettleLayout(Ref result, const TransferCall& call);
  Ref SettleSubclass(Ref result, const TransferCall& call);
  Ref Settled(Ref computed, Ref declared, const TransferCall& call);
  void ForgetChanged(const TransferCall& call);
  Ref SettleArguments(Ref result, const TransferCall& call);
  Ref SettleSizes(Ref result, const TransferCall& call);
  Ref Refined(Ref computed, Ref declared, const TransferCall& call);
  Ref DeclaredArgument(const CallableInfo& info, const syntax::Param& p, Ref value, bool flag);
  void Declare(const CallableInfo& info, BoundArguments& bound, const Site& site);
  void ObserveDefaults(const CallableInfo& info, const Arguments& args, const BoundArguments& bound,
                       const Site& site);

  std::unordered_map<std::uint32_t, bool> dynamic_sizes_;  // of custom operators, by function
};

}  // namespace graphmend::infer
