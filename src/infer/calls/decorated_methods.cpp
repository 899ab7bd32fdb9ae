// Methods that torch.no_grad and its like decorate. Of an instance that compiled code makes, Dynamo
// cannot build the method anew behind the decorator: the call breaks, and since no frame can be
// given the method either, none is resumed behind it (torch 2.13, measured). Those of instances
// that came in and of modules are traced.
#include <algorithm>
#include <array>
#include <string_view>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

bool IsGradMode(Unit& unit, Ref decorator) {
  constexpr std::array<std::string_view, 4> kModes = {
      "torch.no_grad", "torch.enable_grad", "torch.set_grad_enabled", "torch.inference_mode"};
  const auto* object = decorator.value ? unit.values.If<values::Object>(decorator) : nullptr;
  const auto* bare = decorator.value ? unit.values.If<values::Class>(decorator) : nullptr;
  if (!object && !bare) return false;
  const ClassInfo& cls = unit.Info(object ? unit.Info(object->id).cls : bare->id);
  return cls.is_stub &&
         std::find(kModes.begin(), kModes.end(), models::PublicName(cls.qualified)) != kModes.end();
}

}  // namespace

bool Callables::RunsInGradMode(CallableId f) {
  const CallableInfo& info = Info(f);
  if (info.is_stub || !info.function) return false;
  const auto [known, added] = in_grad_mode_.try_emplace(f.index, false);
  if (!added) return known->second;
  const auto& decorators = info.file->tree()[info.function].decorators;
  const bool runs = std::any_of(decorators.begin(), decorators.end(), [&](syntax::ExprId expr) {
    return IsGradMode(unit_, unit_.definitions.EvaluateExpression(
                                 *info.file, info.file->index().module, {}, expr));
  });
  return in_grad_mode_[f.index] = runs;
}

void Calls::ObserveDecorated(const values::Bound& method, const Site& site) {
  const auto* object = values.If<values::Object>(method.self);
  const auto* function = values.If<values::Function>(method.callee);
  if (!object || !function || !unit_.CurrentMode(site).compiled) return;
  const ObjectInfo& info = unit_.Info(object->id);
  if (!info.made_traced || info.made_outside || unit_.Info(info.cls).is_module ||
      !unit_.callables.RunsInGradMode(function->id))
    return;
  Observation* seen =
      unit_.recorder.Observe(observed::SkippedCall{{unit_.callables.QualifiedName(function->id)},
                                                   observed::SkippedCall::Form::Function},
                             site, method.self, {"GB0116"});
  unit_.recorder.NeverResumes(seen, site);
}

}  // namespace graphmend::infer
