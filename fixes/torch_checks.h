// What fixes of torch._check share.
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

inline syntax::ExprId LambdaBody(const Finding& finding, syntax::ExprId expr) {
  const auto* lambda = finding.If<syntax::Lambda>(expr);
  if (!lambda || !finding.tree()[lambda->function].params.empty()) return {};
  return finding.tree()[lambda->function].lambda_body;
}

// A statement that only checks: torch._check, and those that raise another exception.
inline const syntax::Call* AnyCheckIn(const Finding& finding) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* check = stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
  if (!check) return nullptr;
  for (std::string_view name : {"torch._check", "torch._check_type", "torch._check_value",
                                "torch._check_index", "torch._check_not_implemented"})
    if (finding.NameOf(check->callee) == name) return check;
  return nullptr;
}

inline const syntax::Call* CheckIn(const Finding& finding) {
  const syntax::Call* check = AnyCheckIn(finding);
  return check && finding.NameOf(check->callee) == "torch._check" ? check : nullptr;
}

}  // namespace graphmend::fix
