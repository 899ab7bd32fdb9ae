// What fixes of torch._check share.
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

inline syntax::ExprId LambdaBody(const Finding& finding, syntax::ExprId expr) {
  const auto* lambda = finding.If<syntax::Lambda>(expr);
  if (!lambda || !finding.tree()[lambda->function].params.empty()) return {};
  return finding.tree()[lambda->function].lambda_body;
}

inline const syntax::Call* CheckIn(const Finding& finding) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* check = stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
  return check && finding.NameOf(check->callee) == "torch._check" ? check : nullptr;
}

}  // namespace graphmend::fix
