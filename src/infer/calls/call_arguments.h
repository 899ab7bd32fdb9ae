// Arguments of one call, as they are written and as they are matched to parameters.
#pragma once

#include <cstddef>
#include <vector>

#include "flow/graph.h"
#include "infer/ids.h"

namespace graphmend::infer {

struct CallArgument {
  syntax::ArgKind kind = syntax::ArgKind::Positional;
  Symbol name;
  Ref value;
  flow::TempId temp;         // in the calling frame; None when made up
  bool is_receiver = false;  // what a method was read from: `x` of `x.f()`
};
using Arguments = std::vector<CallArgument>;

inline CallArgument Positional(Ref value) { return {syntax::ArgKind::Positional, {}, value, {}}; }

// Arguments matched to parameters, in order of the parameters.
struct BoundArguments {
  std::vector<Ref> values;  // None id: not passed and no default
  std::vector<bool> given;
  std::vector<bool> perhaps;  // given only if `*args` or `**kwargs` of unknown contents reach it
  std::vector<flow::TempId> temps;
  bool by_instance = false;  // the first is what the method was read from: `x.f()`
  Ref spread;  // an element of what `*x` passes; none where it is known what is in `x`

  bool IsGiven(std::size_t i) const { return given[i] && !perhaps[i]; }  // certainly
};

}  // namespace graphmend::infer
