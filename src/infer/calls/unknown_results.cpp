// Results of callables that source does not tell. Like an undeclared parameter of an entry, such a
// result is taken for what its uses demand: where they show it to be a tensor, the function that
// made the call is interpreted again with a tensor in its place. Results belong to one context, so
// that what one caller does with them says nothing to others.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

Ref Unit::ResultOfUnknown(const Site& site) {
  constexpr const char* kWhy = "the result of a callable that source does not tell";
  const bool in_context = site.frame && site.frame->context() && site.file;
  if (!in_context || !CurrentMode(site).compiled) return UnknownRef(kWhy);
  constexpr std::uint64_t kResult = ~std::uint64_t{1};  // in place of a function
  const ContextId context = site.frame->context();
  auto [it, added] =
      param_ids_.try_emplace({kResult, context.index, site.span.begin, site.span.end}, next_param_);
  if (added) unknown_results_.emplace(next_param_++, context);
  if (!IsDemanded(it->second)) return {values.Intern(values::Param{it->second}), {}};
  return TensorRef({}, OriginKind::Used, site, {}, {});
}

Ref Unit::Adopted(Ref result, const Site& site) {
  if (!site.frame) return result;
  auto foreign = [&](Ref r) {
    const auto* p = values.If<values::Param>(r);
    auto found = p ? unknown_results_.find(p->index) : unknown_results_.end();
    return found != unknown_results_.end() && found->second != site.frame->context();
  };
  if (foreign(result)) return ResultOfUnknown(site);
  const auto* u = values.If<values::Union>(result);
  if (!u) return result;
  Ref out = Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives))
    out = values.Join(out, foreign(r) ? ResultOfUnknown(site) : r);
  return {out.value, result.origin};
}

}  // namespace graphmend::infer
