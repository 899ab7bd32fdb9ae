// Make a change of the process once, when the module is imported: os.environ["KEY"] = "value";
// os.makedirs("out", exist_ok=True).
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fixes/module_level.h"

namespace graphmend::fix::change_at_import {
namespace {

using diag::Applicability;
using syntax::StmtId;

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId top = TopOfFinding(finding);
  if (!top) return std::nullopt;
  Rewriter rewriter(finding);
  if (const auto* assign = finding.If<syntax::Assign>(finding.stmt)) {
    const auto* item = finding.If<syntax::Subscript>(finding.expr);
    if (!item || assign->targets.size() != 1 || assign->targets[0] != finding.expr ||
        finding.Text(item->object).empty() || ImportedName(finding, item->object) != "os.environ")
      return std::nullopt;
    if (!IsConstantAbove(finding, assign->value, top)) return std::nullopt;
  } else {
    const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
    const auto* call =
        stmt && stmt->value == finding.expr ? finding.If<syntax::Call>(stmt->value) : nullptr;
    if (!call || finding.NameOf(call->callee) != "os.makedirs" ||
        !IsLiteral(finding, Argument(*call, -1, "exist_ok"), syntax::LiteralKind::True))
      return std::nullopt;
  }
  if (!IsConstantAbove(finding, finding.expr, top))
    return Declined{
        "what is changed depends on the call; do it before the compiled code is "
        "entered"};
  if (finding.parents.Parent(finding.stmt) || !rewriter.HasOwnLines(finding.stmt))
    return Declined{"it is changed under a condition; do it before the compiled code is entered"};
  InsertLine(finding, top,
             Dedented(finding, finding.tree()[finding.stmt].span,
                      rewriter.Indentation(finding.stmt).size()),
             rewriter);
  rewriter.Delete(finding.stmt);
  return rewriter.Finish("do it once, at module level", Applicability::Unsafe,
                         "it is done once, when the module is imported, whether or not this runs");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "make a process-wide change once, when the module is imported",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::change_at_import
