// Branches that choose between modules.
#pragma once

#include "fix/finding.h"
#include "fix/pure_calls.h"

namespace graphmend::fix {

// The module that is called to give all that the side gives; none where it is more, or another.
inline syntax::ExprId ModuleOf(const Finding& finding, syntax::StmtList side) {
  if (side.size() != 1) return {};
  const auto* assign = finding.If<syntax::Assign>(side[0]);
  const auto* done = finding.If<syntax::Return>(side[0]);
  const syntax::ExprId value = assign ? assign->value : done ? done->value : syntax::ExprId();
  const auto* call = finding.If<syntax::Call>(value);
  const bool module = call && finding.Fact(call->callee).Is(infer::FactKind::Object);
  return module ? value : syntax::ExprId();
}

// Whether it chooses between modules that take longer than the choice (fixes/cond_call.cpp).
inline bool ChoosesModule(const Finding& finding, const syntax::If& branch) {
  const syntax::ExprId kept = ModuleOf(finding, branch.body),
                       other = ModuleOf(finding, branch.orelse);
  return kept && other && (IsChain(finding, kept) || IsChain(finding, other));
}

}  // namespace graphmend::fix
