// Whether a logger writes messages of a level, asked while the code is traced:
//
//                                           @torch.compiler.assume_constant_result
//                                           def _is_enabled_for():
//     if logger.isEnabledFor(logging.INFO):     return logger.isEnabledFor(logging.INFO)
//
//                                           if _is_enabled_for():
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/renderer.h"
#include "fixes/module_level.h"

namespace graphmend::fix::ask_while_tracing {
namespace {

using diag::Applicability;
using syntax::StmtId;

// What a logger is asked, and the helper that asks it.
struct Question {
  std::string_view name, helper;
};

constexpr Question kQuestions[] = {
    {"logging.Logger.isEnabledFor", "_is_enabled_for"},
    {"logging.Logger.getEffectiveLevel", "_effective_level"},
    {"logging.Logger.hasHandlers", "_has_handlers"},
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = call ? TopOfFinding(finding) : StmtId();
  if (!top) return std::nullopt;
  for (const Question& question : kQuestions) {
    if (finding.NameOf(call->callee) != question.name) continue;
    if (!IsKnownAbove(finding, finding.expr, top))
      return Declined{
          "which logger is asked depends on the call; ask before the compiled code is "
          "entered, and pass the answer"};
    Rewriter rewriter(finding);
    const std::string torch = rewriter.Import("torch");
    if (!StandsAbove(finding, torch, top)) return Declined{"torch is imported further down"};
    const std::string name = rewriter.FreshModuleName(std::string(question.helper));
    InsertTracedFunction(finding, top, torch, name + "()", Render(finding, finding.expr), rewriter);
    ReplaceWhole(finding, finding.expr, name + "()", rewriter);
    return rewriter.Finish("ask the logger while tracing", Applicability::Unsafe,
                           "a level or handler that is set after the code was compiled is not "
                           "noticed");
  }
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Logging};
constexpr std::string_view kBefore[] = {"defer_message", "guard_message"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "ask a logger for its level while tracing",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::ask_while_tracing
