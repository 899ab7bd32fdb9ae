#include "infer/calls/rewrapping.h"

#include <algorithm>

namespace graphmend::infer {
namespace {

template <class IsOwn>
Ref WithoutOwn(Unit& unit, Ref value, IsOwn is_own) {
  const auto* u = value.value ? unit.values.If<values::Union>(value) : nullptr;
  if (!u || std::none_of(u->alternatives.begin(), u->alternatives.end(), is_own)) return value;
  std::vector<Ref> others;
  std::copy_if(u->alternatives.begin(), u->alternatives.end(), std::back_inserter(others),
               [&](Ref r) { return !is_own(r); });
  return others.empty() ? u->alternatives.front() : values::JoinAll(unit.values, others);
}

// The function behind a method.
const CallableInfo* FunctionBehind(Unit& unit, Ref value) {
  if (const auto* bound = unit.values.If<values::Bound>(value)) value = bound->callee;
  const auto* function = value.value ? unit.values.If<values::Function>(value) : nullptr;
  return function ? &unit.Info(function->id) : nullptr;
}

}  // namespace

Ref WithoutFunctionsIn(Unit& unit, const ParsedFile& file, syntax::FunctionId maker, Ref value) {
  return WithoutOwn(unit, value, [&](Ref r) {
    const CallableInfo* info = FunctionBehind(unit, r);
    return info && info->file == &file && file.tree()[info->function].parent == maker;
  });
}

Ref WithoutFunctionsOf(Unit& unit, const ParsedFile& file, syntax::FunctionId function, Ref value) {
  return WithoutOwn(unit, value, [&](Ref r) {
    const CallableInfo* info = FunctionBehind(unit, r);
    return info && info->file == &file && info->function == function;
  });
}

Ref WithoutInstancesMadeAt(Unit& unit, const Site& site, Ref value) {
  return WithoutOwn(unit, value, [&](Ref r) {
    return unit.values.If<values::Object>(r) && unit.recorder.MadeAt(r, site);
  });
}

}  // namespace graphmend::infer
