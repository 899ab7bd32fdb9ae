// How addresses change their names at one call: those of the caller become formal ones of the
// callee on the way in, and what the callee returns and has written gets the caller's names back.
// What the callee made itself is named after the call.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "values/value.h"

namespace graphmend::infer {

class Renaming {
 public:
  // `graph` and `temp` name the call; without a caller nothing comes back.
  Renaming(const void* graph, std::uint32_t temp) : graph_(graph), temp_(temp) {}

  void Enter(values::Values& values, std::vector<values::Ref>& arguments);
  values::AddressId Leave(values::Values& values, values::AddressId at) const;
  // What the caller calls an address that was there before the call; None: the callee made it.
  values::AddressId ActualOf(values::Values& values, values::AddressId at) const;
  values::Ref Leave(values::Values& values, values::Ref value) const;

 private:
  values::AddressId FormalOf(values::Values& values, values::AddressId actual);

  static constexpr std::uint32_t kBareFormals = 1000;
  const void* graph_;
  std::uint32_t temp_;
  std::vector<std::pair<values::AddressId, values::AddressId>> formals_;  // formal, actual
};

}  // namespace graphmend::infer
