#include "infer/heap/renaming.h"

namespace graphmend::infer {

using values::Address;
using values::AddressId;
using values::Ref;
using values::Values;

void Renaming::Enter(Values& values, std::vector<Ref>& arguments) {
  std::uint32_t bare = 0;
  for (Ref& argument : arguments) {
    if (!argument.value) continue;
    argument.value = values.MapAddresses(argument.value, [&](AddressId at) {
      AddressId out;
      for (AddressId member : values.addresses.Members(at)) {
        const AddressId formal = FormalOf(values, member);
        out = out ? values.addresses.Join(out, formal) : formal;
      }
      return out;
    });
    // What has no address yet is the callee's own.
    if (values.HoldsBare(argument.value))
      argument.value =
          values.Place(argument.value, values.addresses.Formal(kBareFormals + bare, false));
    ++bare;
  }
}

AddressId Renaming::FormalOf(Values& values, AddressId actual) {
  const Address& address = values.addresses[actual];
  if (address.kind == Address::Kind::Other) return actual;
  for (const auto& [formal, known] : formals_)
    if (known == actual) return formal;
  const AddressId formal =
      values.addresses.Formal(static_cast<std::uint32_t>(formals_.size()), address.many);
  formals_.push_back({formal, actual});
  return formal;
}

// An address of the callee, as the caller calls it.
AddressId Renaming::Leave(Values& values, AddressId at) const {
  const Address address = values.addresses[at];
  if (address.kind == Address::Kind::Several) {
    AddressId out;
    for (AddressId member : address.members) {
      const AddressId mine = Leave(values, member);
      out = out ? values.addresses.Join(out, mine) : mine;
    }
    return out;
  }
  for (const auto& [formal, actual] : formals_)
    if (formal == at) return actual;
  if (address.kind == Address::Kind::Place || address.kind == Address::Kind::Other) return at;
  if (address.kind == Address::Kind::Nested && address.of) {
    const AddressId of = Leave(values, address.of);
    return of == address.of ? at : values.addresses.Nested(of, address.a);
  }
  return values.addresses.Fresh(graph_, temp_, at);
}

AddressId Renaming::ActualOf(Values& values, AddressId at) const {
  const Address address = values.addresses[at];
  if (address.kind == Address::Kind::Place) return at;
  if (address.kind == Address::Kind::Nested && address.of) {
    const AddressId of = ActualOf(values, address.of);
    return of ? values.addresses.Nested(of, address.a) : of;
  }
  for (const auto& [formal, actual] : formals_)
    if (formal == at) return actual;
  return {};
}

Ref Renaming::Leave(Values& values, Ref value) const {
  if (!value.value || !values.HoldsAddress(value.value)) return value;
  return {values.MapAddresses(value.value, [&](AddressId at) { return Leave(values, at); }),
          value.origin};
}

}  // namespace graphmend::infer
