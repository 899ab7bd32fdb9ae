// Modules that have no hash: a class that defines `__eq__` and no `__hash__` loses the one of its
// base. Dynamo asks a module that it meets, and all that it holds, for their hashes, and what
// Python raises then leaves the frame: the rest of it is not compiled, and what it calls is on its
// own (torch 2.13).
#include <set>
#include <vector>

#include "infer/interpret/frame.h"
#include "infer/transfers/children.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// More modules than these are not looked through.
constexpr std::size_t kMostModules = 256;

// The class without a hash of the module, or of one that it holds at any depth.
ClassId UnhashableClass(Unit& unit, Ref value) {
  std::vector<Ref> open = {value};
  std::set<std::uint32_t> seen;
  while (!open.empty() && seen.size() < kMostModules) {
    const Ref one = open.back();
    open.pop_back();
    const auto* object = one.value ? unit.values.If<values::Object>(one) : nullptr;
    if (!object || !seen.insert(object->id.index).second) continue;
    const ClassId cls = unit.Info(object->id).cls;
    if (!unit.Info(cls).is_module) continue;
    if (unit.classes.IsUnhashable(cls)) return cls;
    const std::vector<Ref> parts = transfers::PartsOf(unit, one);
    open.insert(open.end(), parts.begin(), parts.end());
  }
  return {};
}

}  // namespace

void Frame::ObserveUnhashable(const flow::Inst& inst, flow::TempId used) {
  if (!mode_.compiled || !unit_.classes.has_unhashable_modules()) return;
  const Ref value = TempValue(used);
  const ClassId cls = value.value ? UnhashableClass(unit_, value) : ClassId();
  if (!cls) return;
  const observed::SkippedCall what = {{unit_.Info(cls).name.str()},
                                      observed::SkippedCall::Form::Unhashable};
  unit_.recorder.Observe(what, SiteOf(inst), value, {"GB0088"});
}

}  // namespace graphmend::infer
