#include "fix/variables.h"

#include "fix/function_flows.h"
#include "fix/operands.h"

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

bool Variables::IsDeleted(std::uint32_t slot) const {
  for (flow::BlockId block : graph_.order)
    for (const flow::Inst& inst : graph_.blocks[block].insts)
      if (const auto* deleted = std::get_if<flow::Delete>(&inst.node);
          deleted && deleted->slot == slot)
        return true;
  return false;
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

namespace {

bool IsOfCaller(const Finding& finding, syntax::ExprId expr, int steps) {
  if (steps == 0) return true;
  if (finding.If<syntax::Attribute>(expr)) return false;
  if (const auto* name = finding.If<syntax::Name>(expr)) {
    const syntax::FunctionId function = finding.parents.FunctionOf(expr);
    const names::Index& index = finding.file.index();
    const names::ScopeId scope = function ? index.of_function[function.index] : index.module;
    const names::Binding binding = index.Resolve(scope, name->id);
    if (binding.kind != names::BindingKind::Local)
      return binding.kind != names::BindingKind::Global;
    const Variables variables(finding, function);
    const syntax::ExprId value = variables.OnlyValue(binding.slot);
    return !value || IsOfCaller(finding, value, steps - 1);
  }
  bool given = false;
  ForEachPart(finding.tree(), expr,
              [&](syntax::ExprId part) { given = given || IsOfCaller(finding, part, steps - 1); });
  return given;
}

}  // namespace

bool IsOfCaller(const Finding& finding, syntax::ExprId expr) {
  constexpr int kMostSteps = 16;  // through parts and variables
  return IsOfCaller(finding, expr, kMostSteps);
}

std::optional<values::Constant> ConstantOf(const Finding& finding, syntax::ExprId expr) {
  const std::optional<values::Constant>& constant = finding.Fact(expr).constant;
  return constant && !IsOfCaller(finding, expr) ? constant : std::nullopt;
}

}  // namespace graphmend::fix
