// Run a block without numpy.errstate, which says only how NumPy tells of errors in its numbers; or,
// where it may compute with NumPy, under a state that a graph goes through.
#include <algorithm>
#include <array>
#include <string>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::keep_error_state {
namespace {

using diag::Applicability;

// Whether NumPy may compute with it: a number that is handed over may be a np.float64, which is a
// float, and has its own operators where it stands before them.
bool MayComputeInNumPy(const Finding& finding, syntax::ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  if (!fact.MayBe(infer::FactKind::Float) || ConstantOf(finding, expr)) return false;
  const syntax::ExprId outer = finding.parents.Parent(expr);
  const auto* binary = finding.If<syntax::Binary>(outer);
  const auto* changed = finding.If<syntax::AugAssign>(finding.parents.Statement(expr));
  return finding.If<syntax::Unary>(outer) || (binary && binary->left == expr) ||
         (changed && changed->target == expr);
}

// Whether all that the block calls are operations of torch, and it computes with no array.
bool HasOnlyTorch(const Finding& finding) {
  const auto& body = finding.If<syntax::With>(finding.stmt)->body;
  const source::Span block{finding.tree()[body.front()].span.begin,
                           finding.tree()[body.back()].span.end};
  const Terms terms(finding);
  bool only = true;
  ForEachInside(finding, block, [&](syntax::ExprId expr) {
    const infer::ExprFact& fact = finding.Fact(expr);
    if (fact.tensor && fact.tensor->numpy) only = false;
    // What is not known may be a number of NumPy's, or compute with one.
    if (fact.answers || !fact.runs.empty() || fact.MayBe(infer::FactKind::Unknown) ||
        fact.MayBe(infer::FactKind::Undeclared))
      only = false;
    if (MayComputeInNumPy(finding, expr)) only = false;
    if (finding.If<syntax::Call>(expr))
      only &= terms.OperationOf(expr).op != models::OpKind::Unknown;
  });
  return only;
}

// Whether numpy.errstate takes what it is given.
bool IsAccepted(const Finding& finding, const syntax::Call& call) {
  constexpr std::array<std::string_view, 5> kErrors = {"all", "divide", "over", "under", "invalid"};
  constexpr std::array<std::string_view, 6> kActions = {"ignore", "warn",  "raise",
                                                        "call",   "print", "log"};
  return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    const auto* action = finding.If<syntax::Literal>(arg.value);
    return action && action->kind == syntax::LiteralKind::Str &&
           std::find(kErrors.begin(), kErrors.end(), arg.name.text()) != kErrors.end() &&
           std::find(kActions.begin(), kActions.end(), action->text.text()) != kActions.end();
  });
}

// Whether the context alone breaks the graph there.
bool BreaksAlone(const Finding& finding) {
  const source::Span own = finding.tree()[finding.stmt].span;
  return std::all_of(finding.breaks.begin(), finding.breaks.end(), [&](const source::Span& place) {
    return !own.Contains(place) || place == finding.tree()[finding.expr].span;
  });
}

// NumPy may be computed with: where Python runs, it goes on as it is told to.
std::optional<Proposal> KeepInPython(const Finding& finding) {
  const auto& call = *finding.If<syntax::Call>(finding.expr);
  if (!BreaksAlone(finding))
    return Declined{"other code in the block breaks the graph as well; mend that first"};
  Rewriter rewriter(finding);
  rewriter.Replace(finding.tree()[call.callee].span,
                   rewriter.Import("graphmend.numpy_errors") + ".state");
  return rewriter.Finish("keep the error state where Python runs", Applicability::Unsafe,
                         "what NumPy computes in it is computed by torch, in the graph, where no "
                         "error is told of");
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || CalledIn(finding, finding.expr) != "numpy.errstate") return std::nullopt;
  if (!IsAccepted(finding, *finding.If<syntax::Call>(finding.expr)))
    return Declined{"NumPy may refuse what the error state is given; remove it"};
  Rewriter rewriter(finding);
  const std::optional<bool> removed = RemoveContext(finding, rewriter);
  if (!removed) return std::nullopt;
  const bool torch_only = HasOnlyTorch(finding);
  if (torch_only && !*removed) return Declined{std::string(kFixedBlock)};
  if (torch_only)
    return rewriter.Finish("run the block without the error state", Applicability::Safe);
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  return KeepInPython(finding);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a block without numpy.errstate",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_error_state
