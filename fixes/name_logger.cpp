// Get a logger when the module is imported: logging.getLogger(__name__).info(…).
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fixes/module_level.h"

namespace graphmend::fix::name_logger {
namespace {

using diag::Applicability;
using syntax::StmtId;

constexpr std::string_view kMadeEarly =
    "a logger that exists is disabled by dictConfig and fileConfig, unless they are told not to, "
    "and keeps its class where setLoggerClass sets another one later";

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = call ? TopOfFinding(finding) : StmtId();
  if (!top || finding.NameOf(call->callee) != "logging.getLogger") return std::nullopt;
  for (const syntax::Arg& arg : call->args) {
    const auto* literal = finding.If<syntax::Literal>(arg.value);
    const bool named = ImportedName(finding, arg.value) == "builtins.__name__";
    if (arg.kind != syntax::ArgKind::Positional || !IsUnshadowed(finding, "__name__") ||
        (!named && (!literal || literal->kind != syntax::LiteralKind::Str)))
      return Declined{"which logger it is depends on the call; get it once, outside the code"};
  }
  if (!IsKnownAbove(finding, call->callee, top))
    return Declined{"the same expression may give another logger at module level; get it there"};
  Rewriter rewriter(finding);
  const std::string name = rewriter.FreshModuleName("logger");
  InsertLine(finding, top, name + " = " + Render(finding, finding.expr), rewriter);
  ReplaceWhole(finding, finding.expr, name, rewriter);
  return rewriter.Finish("get the logger when the module is imported", Applicability::Unsafe,
                         std::string(kMadeEarly));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Logging};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "get a logger when the module is imported",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::name_logger
