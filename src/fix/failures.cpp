#include "fix/failures.h"

#include <algorithm>

#include "fix/dataflow.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

std::string LostChanges(const Finding& finding) {
  bool changes = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](syntax::ExprId expr) {
    changes =
        changes || (finding.Fact(expr).MayBe(infer::FactKind::Tensor) && IsChanged(finding, expr));
  });
  return changes ? "; what a compiled graph changes in place before it fails is not written back"
                 : "";
}

std::string AssertedAsTensor(const Finding& finding, syntax::StmtId stmt) {
  return finding.If<syntax::Assert>(stmt)
             ? "; compiled, it raises RuntimeError in place of AssertionError"
             : "";
}

namespace {

// Whether the contexts are torch's own, which let every exception through.
bool LetsThrough(const Finding& finding, const syntax::With& with) {
  return std::all_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const auto* call = finding.If<syntax::Call>(item.context);
    return finding.NameOf(call ? call->callee : item.context).starts_with("torch.");
  });
}

}  // namespace

bool StandsInHandler(const Finding& finding, syntax::StmtId stmt) {
  while ((stmt = finding.parents.Parent(stmt))) {
    if (finding.If<syntax::Try>(stmt)) return true;
    const auto* with = finding.If<syntax::With>(stmt);
    if (with && !LetsThrough(finding, *with)) return true;
  }
  return false;
}

bool IsCaught(const Finding& finding, syntax::StmtId stmt) {
  if (!finding.Flow().IsCaught(finding.tree()[stmt].span)) return false;
  bool inside = false;
  while ((stmt = finding.parents.Parent(stmt)) && !finding.If<syntax::FunctionStmt>(stmt)) {
    if (finding.If<syntax::Try>(stmt)) return true;
    const auto* with = finding.If<syntax::With>(stmt);
    if (with && !LetsThrough(finding, *with)) return true;
    inside = inside || with;
  }
  return !inside;
}

bool IsCaughtHere(const Finding& finding) {
  return finding.function && IsCaught(finding, finding.stmt);
}

}  // namespace graphmend::fix
