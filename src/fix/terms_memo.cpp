// Terms are worked out once: for all proposals of a function, where nothing is assumed.
#include <algorithm>

#include "fix/function_flows.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

Terms::Terms(const Finding& finding)
    : finding_(finding),
      flow_(finding.Flow()),
      own_(finding.assumptions ? std::make_unique<TermMemo>() : nullptr),
      memo_(own_ ? *own_ : finding.flows.TermsOf(finding.file, finding.function)),
      symbols_(finding.flows.SymbolsOf(finding.file)) {}

Term Terms::Of(ExprId expr, int depth) const {
  const TermMemo::Place place{expr.index, depth};
  if (auto known = memo_.of_expr.find(place); known != memo_.of_expr.end()) return known->second;
  if (!finding_.flows.budget().Spend(1)) return {};
  Term term = Compute(expr, depth);
  return memo_.of_expr.emplace(place, std::move(term)).first->second;
}

Term Terms::Of(const Definitions& definitions, flow::Slot slot, int depth) const {
  const std::pair key{TermMemo::Place{slot, depth}, &definitions};
  if (auto known = memo_.of_variable.find(key); known != memo_.of_variable.end())
    return known->second;
  Term term = Compute(definitions, slot, depth);
  return memo_.of_variable.emplace(key, std::move(term)).first->second;
}

// What a read that the same definitions reach was found to be.
TermMemo::Reads Terms::ReadsOf(const Definitions& definitions, flow::Slot slot) const {
  auto [all, added] = memo_.reads.try_emplace(slot);
  if (added) {
    for (ExprId load : flow_.LoadsOf(slot)) {
      const infer::ExprFact& fact = finding_.Fact(load);
      if (!fact.Is(FactKind::Tensor) || !fact.tensor) continue;
      TermMemo::Reads& reads = all->second[&flow_.Of(load)];
      reads.tensor = true;
      if (reads.kind == values::DType::Unknown) reads.kind = fact.tensor->dtype;
    }
  }
  if (const auto reads = all->second.find(&definitions); reads != all->second.end())
    return reads->second;
  // A read that others reach as well: what it is found to be, all of them are.
  TermMemo::Reads found;
  if (definitions.empty()) return found;
  for (const auto& [more, reads] : all->second) {
    if (!std::includes(more->begin(), more->end(), definitions.begin(), definitions.end()))
      continue;
    found.tensor = true;
    if (found.kind == values::DType::Unknown) found.kind = reads.kind;
  }
  return found;
}

}  // namespace graphmend::fix
