// The names of this module by `sys.modules`, in the place of globals(), which is not traced.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"

namespace graphmend::fix::look_up_module {
namespace {

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || !call->args.empty() || finding.BuiltinName(call->callee) != "globals")
    return std::nullopt;
  if (!IsUnshadowed(finding, "vars") || !IsUnshadowed(finding, "__name__"))
    return Declined{"the file gives `vars` or `__name__` another meaning"};
  Rewriter rewriter(finding);
  rewriter.Replace(finding.expr, "vars(" + rewriter.Import("sys") + ".modules[__name__])");
  return rewriter.Finish("look the name up in the module", diag::Applicability::Unsafe,
                         "code that is run without being imported must have its module in "
                         "`sys.modules`");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "look a name up in sys.modules instead of globals()",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::look_up_module
