// Methods that Dynamo traces into an operator of their own: no message can be deferred from there.
#pragma once

#include <algorithm>
#include <string>

#include "fix/finding.h"
#include "fix/module_scope.h"

namespace graphmend::fix {

// Whether the finding stands in a method of a class that derives from torch.autograd.Function.
inline bool IsInAutogradFunction(const Finding& finding) {
  if (!finding.function || !finding.tree()[finding.function].cls) return false;
  const auto& bases = finding.tree()[finding.tree()[finding.function].cls].bases;
  return std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
    const std::string name = ImportedName(finding, base.value);
    return name == "torch.autograd.Function" || name == "torch.autograd.function.Function";
  });
}

}  // namespace graphmend::fix
