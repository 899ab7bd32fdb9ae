// Results of callables that source does not tell. Like an undeclared parameter of an entry, such a
// result is taken for what its uses demand: where they show it to be a tensor, the function that
// made the call is interpreted again with a tensor in its place. Results belong to one context, so
// that what one caller does with them says nothing to others.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

std::uint32_t OpenValues::ParamOf(CallableId callable, std::size_t index) {
  auto [it, added] = param_ids_.try_emplace({callable.index, index}, next_param_);
  if (added) ++next_param_;
  return it->second;
}

Ref OpenValues::ResultOfUnknown(const Site& site) {
  const bool in_context = site.frame && site.frame->context() && site.file;
  if (!in_context || !unit_.CurrentMode(site).compiled) return unit_.UnknownRef(Why::UnknownCallee);
  constexpr std::uint64_t kResult = ~std::uint64_t{1};  // in place of a function
  const ContextId context = site.frame->context();
  auto [it, added] =
      param_ids_.try_emplace({kResult, context.index, site.span.begin, site.span.end}, next_param_);
  if (added) unknown_results_.emplace(next_param_++, context);
  if (!IsDemanded(it->second)) return {values.Intern(values::Param{it->second}), {}};
  return unit_.recorder.TensorRef({}, OriginKind::Used, site, {}, {});
}

Ref OpenValues::Adopted(Ref result, const Site& site) {
  if (!site.frame) return result;
  auto foreign = [&](Ref r) {
    const auto* p = values.If<values::Param>(r);
    auto found = p ? unknown_results_.find(p->index) : unknown_results_.end();
    return found != unknown_results_.end() && found->second != site.frame->context();
  };
  if (foreign(result)) return ResultOfUnknown(site);
  const auto* u = values.If<values::Union>(result);
  if (!u) return result;
  Ref out = unit_.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives))
    out = values.Join(out, foreign(r) ? ResultOfUnknown(site) : r);
  return {out.value, result.origin};
}

Ref OpenValues::ItemOfParam(Ref param, Symbol key, const Site& site) {
  const std::uint32_t whole = values.If<values::Param>(param)->index;
  if (param_items_.count(whole)) return param;        // of an item: a row of it, if it is a tensor
  constexpr std::uint64_t kItem = ~std::uint64_t{0};  // in place of a function
  const auto name = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(key.address()));
  auto [it, added] = param_ids_.try_emplace({kItem, whole, name}, next_param_);
  if (added) {
    if (auto owner = unknown_results_.find(whole); owner != unknown_results_.end())
      unknown_results_.emplace(next_param_, owner->second);
    param_items_.insert(next_param_++);
  }
  if (IsDemanded(it->second))
    return unit_.recorder.TensorRef({}, OriginKind::Element, site, {}, param.origin);
  return {values.Intern(values::Param{it->second}), param.origin};
}

void OpenValues::Demand(std::uint32_t param) {
  if (!demanded_.insert(param).second) return;
  if (param < param_nodes_.size() && param_nodes_[param])
    unit_.dependencies.Changed(param_nodes_[param]);
}

bool OpenValues::IsDemanded(std::uint32_t param) {
  if (param_nodes_.size() <= param) param_nodes_.resize(param + 1);
  unit_.computations.ReadLocation(param_nodes_[param]);
  return demanded_.contains(param);
}

}  // namespace graphmend::infer
