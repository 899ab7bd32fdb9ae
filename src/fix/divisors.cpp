#include "fix/divisors.h"

#include <set>
#include <string>

#include "fix/code.h"
#include "fix/module_scope.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

std::optional<std::vector<ExprId>> DivisorsIn(const Finding& finding, const Terms& terms,
                                              syntax::StmtList statements) {
  std::set<std::string> names;
  for (StmtId stmt : statements) {
    const auto* assign = finding.If<syntax::Assign>(stmt);
    if (!assign) return std::nullopt;
    if (!terms.IsUnstable(assign->value)) continue;
    const auto divisors = terms.Divisors(assign->value);
    if (!divisors) return std::nullopt;
    names.insert(divisors->begin(), divisors->end());
  }
  std::vector<ExprId> places;
  for (StmtId stmt : statements) {
    const auto* assign = finding.If<syntax::Assign>(stmt);
    for (ExprId target : assign->targets)
      for (const std::string& name : names)
        if (Reads(finding, target, name)) return std::nullopt;
    ForEachInside(finding, finding.tree()[assign->value].span, [&](ExprId part) {
      const auto* binary = finding.If<syntax::Binary>(part);
      const bool divides = binary && binary->op == syntax::BinaryOp::Div;
      if (divides && names.contains(std::string(finding.Text(binary->right))))
        places.push_back(binary->right);
    });
  }
  return places;
}

}  // namespace graphmend::fix
