#include "fix/variables.h"

#include "fix/function_flows.h"

namespace graphmend::fix {

Variables::Variables(const Finding& finding, syntax::FunctionId function)
    : finding_(finding), function_(function), graph_(finding.file.Function(function)) {}

bool Variables::IsCaptured(std::uint32_t slot) const {
  const names::Scope& scope = finding_.file.index()[graph_.scope];
  return slot < scope.captured.size() && scope.captured[slot];
}

std::optional<std::uint32_t> Variables::SlotOf(syntax::ExprId expr) const {
  const auto* name = finding_.If<syntax::Name>(expr);
  if (!name) return std::nullopt;
  const names::Index& index = finding_.file.index();
  const names::Binding binding = index.Resolve(index.of_function[function_.index], name->id);
  if (binding.kind != names::BindingKind::Local) return std::nullopt;
  return binding.slot;
}

std::vector<syntax::ExprId> Variables::Reads(std::uint32_t slot) const {
  const auto& loads = finding_.flows.Of(finding_.file, function_).LoadsOf(slot);
  finding_.flows.budget().Spend(static_cast<std::int64_t>(loads.size()));
  return loads;
}

std::vector<const flow::Inst*> Variables::Stores(std::uint32_t slot) const {
  std::vector<const flow::Inst*> stores;
  for (const Dataflow::PlacedStore& store :
       finding_.flows.Of(finding_.file, function_).StoresTo(slot))
    stores.push_back(store.inst);
  return stores;
}

syntax::ExprId Variables::OnlyValue(std::uint32_t slot) const {
  syntax::ExprId value;
  if (IsParameter(slot) || IsCaptured(slot)) return value;
  for (const auto& [inst, block] : finding_.flows.Of(finding_.file, function_).StoresTo(slot)) {
    if (value || graph_.blocks[block].region) return {};
    value = graph_.Definition(std::get<flow::Store>(inst->node).value).expr;
  }
  return value;
}

std::optional<std::uint32_t> Variables::HeldBy(syntax::ExprId value) const {
  const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(value));
  if (!assign || assign->value != value || assign->targets.size() != 1) return std::nullopt;
  const std::optional<std::uint32_t> slot = SlotOf(assign->targets[0]);
  return slot && OnlyValue(*slot) == value ? slot : std::nullopt;
}

}  // namespace graphmend::fix
