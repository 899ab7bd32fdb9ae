// Iterate without a progress bar that is disabled: for step in tqdm(steps, disable=True).
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/terms.h"

namespace graphmend::fix::drop_disabled_bar {
namespace {

using diag::Applicability;
using syntax::ExprId;

// Whether a loop takes its values from the expression, perhaps by enumerate or zip.
bool IsIterated(const Finding& finding, ExprId expr) {
  const ExprId outer = finding.parents.Parent(expr);
  if (const auto* call = finding.If<syntax::Call>(outer)) {
    const std::string_view name = finding.BuiltinName(call->callee);
    return (name == "enumerate" || name == "zip") && IsIterated(finding, outer);
  }
  const auto* loop = finding.If<syntax::For>(finding.parents.Statement(expr));
  if (loop && loop->iterable == expr) return !loop->is_async;
  const auto* made = finding.If<syntax::Comprehension>(outer);
  return made && std::any_of(made->clauses.begin(), made->clauses.end(),
                             [&](const auto& clause) { return clause.iterable == expr; });
}

// Whether nothing shows that the argument is not evaluated.
bool IsDropped(const Finding& finding, ExprId argument) {
  const Terms terms(finding);
  return IsPlainRead(finding, argument) && !terms.Effects(argument) &&
         terms.IsSpeculatable(argument);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const bool range = name.starts_with("tqdm.") && name.ends_with(".trange");
  if (!range && !(name.starts_with("tqdm.") && name.ends_with(".tqdm"))) return std::nullopt;
  const bool iterated = IsIterated(finding, finding.expr);
  if (!iterated) return Declined{"the bar is used for more than its loop"};
  if (!IsLiteral(finding, Argument(*call, -1, "disable"), syntax::LiteralKind::True))
    return Declined{
        "without the call the bar would be lost; iterate over the values themselves "
        "where the code is compiled"};
  std::string kept;
  for (const syntax::Arg& arg : call->args) {
    const bool positional = arg.kind == syntax::ArgKind::Positional;
    if ((positional && (range || kept.empty())) || arg.name == "iterable")
      kept += (kept.empty() ? "" : ", ") + Enclosed(finding, arg.value);
    else if (arg.kind != syntax::ArgKind::Keyword || !IsDropped(finding, arg.value))
      return Declined{"what the arguments of the bar do is not known"};
  }
  if (kept.empty() || (range && !IsUnshadowed(finding, "range"))) return std::nullopt;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr, range ? "range(" + kept + ")" : kept, rewriter);
  return rewriter.Finish("iterate without the bar, which is disabled", Applicability::Safe);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "iterate without a progress bar that is disabled",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::drop_disabled_bar
