#include "fix/failures.h"

#include "fix/dataflow.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

std::string LostChanges(const Finding& finding) {
  bool changes = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](syntax::ExprId expr) {
    changes = changes || (finding.Fact(expr).MayBe(infer::FactKind::Tensor) &&
                          IsChanged(finding, expr));
  });
  return changes ? "; what a compiled graph changes in place before it fails is not written back"
                 : "";
}

bool IsCaughtHere(const Finding& finding) {
  return finding.function && finding.Flow().IsCaught(finding.tree()[finding.stmt].span);
}

}  // namespace graphmend::fix
