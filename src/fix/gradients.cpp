#include "fix/gradients.h"

#include <algorithm>
#include <string>

#include "fix/calls.h"
#include "fix/module_scope.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

namespace {
// `torch.no_grad` and `torch.no_grad()`; what it is called with otherwise is what it decorates.
bool TurnsThemOff(const Finding& finding, ExprId decorator) {
  const auto* call = finding.If<syntax::Call>(decorator);
  return NameOfContext(finding, decorator) == "torch.no_grad" && (!call || call->args.empty());
}
}  // namespace

bool IsWithoutGradients(const Finding& finding) {
  if (!finding.function) return false;
  const auto& decorators = finding.tree()[finding.function].decorators;
  return std::any_of(decorators.begin(), decorators.end(),
                     [&](ExprId decorator) { return TurnsThemOff(finding, decorator); });
}

bool TurnsOffGradients(const Finding& finding, const syntax::With& with) {
  return std::all_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const auto* call = finding.If<syntax::Call>(item.context);
    return call && !item.target && ImportedName(finding, call->callee) == "torch.no_grad";
  });
}

bool RunsWithoutGradients(const Finding& finding, StmtId stmt) {
  for (StmtId at = stmt; at; at = finding.parents.Parent(at)) {
    const auto* with = finding.If<syntax::With>(at);
    if (!with || at == stmt) continue;
    // Another context may turn them on again.
    return TurnsOffGradients(finding, *with);
  }
  return IsWithoutGradients(finding);
}

bool IsGraphWithoutGradients(const Finding& finding) {
  return IsWithoutGradients(finding) && finding.diagnostic.callers.size() < 2 &&
         Calls(finding).Of(finding.function).empty();
}

}  // namespace graphmend::fix
