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
  return finding_.flows.Of(finding_.file, function_).LoadsOf(slot);
}

std::vector<const flow::Inst*> Variables::Stores(std::uint32_t slot) const {
  std::vector<const flow::Inst*> stores;
  for (const flow::Block& block : graph_.blocks)
    for (const flow::Inst& inst : block.insts)
      if (const auto* store = std::get_if<flow::Store>(&inst.node); store && store->slot == slot)
        stores.push_back(&inst);
  return stores;
}

syntax::ExprId Variables::OnlyValue(std::uint32_t slot) const {
  syntax::ExprId value;
  if (IsParameter(slot) || IsCaptured(slot)) return value;
  for (const flow::Block& block : graph_.blocks)
    for (const flow::Inst& inst : block.insts) {
      const auto* store = std::get_if<flow::Store>(&inst.node);
      if (!store || store->slot != slot) continue;
      if (value || block.region) return {};
      value = graph_.Definition(store->value).expr;
    }
  return value;
}

}  // namespace graphmend::fix
