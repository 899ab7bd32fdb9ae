// `a if t else b` on a tensor `t`, as torch.where(t, a, b).
#include <algorithm>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/result_uses.h"
#include "fixes/branch_text.h"

namespace graphmend::fix::merge_value {
namespace {

using syntax::ExprId;

// The conditional expression whose test holds the finding.
ExprId ConditionalOf(const Finding& finding) {
  for (ExprId inner = finding.expr, outer; (outer = finding.parents.Parent(inner)); inner = outer)
    if (const auto* choice = finding.If<syntax::Conditional>(outer))
      return choice->test == inner ? outer : ExprId();
  return {};
}

// Whether the program may show which operation made the value, or changes it in place.
bool IsShown(const Finding& finding, const Terms& terms, ExprId expr) {
  if (const ExprId outer = finding.parents.Parent(expr)) {
    const auto* call = finding.If<syntax::Call>(outer);
    return !finding.If<syntax::Binary>(outer) && !finding.If<syntax::Compare>(outer) &&
           !(call && terms.OperationOf(outer).op != models::OpKind::Unknown);
  }
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign) return false;
  return std::any_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    return !finding.If<syntax::Name>(target) ||
           ResultUses(finding, terms, finding.stmt).IsShown(std::string(finding.Text(target)));
  });
}

// Whether what is written asks for the test before all else, and once, as the source did.
bool AsksFirst(const Code& code, const Predicate& test) {
  const std::string text = code.Text(), asked = test.code.Text();
  return test.statics.empty() && text.starts_with("torch.where(" + asked + ",") &&
         text.find(asked, text.find(asked) + asked.size()) == std::string::npos;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId expr = ConditionalOf(finding);
  if (!expr || !finding.IsInFunction()) return std::nullopt;
  const auto& choice = *finding.If<syntax::Conditional>(expr);
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const Terms terms(finding);
  Rewriter rewriter(finding);
  auto predicate = PredicateOf(finding, terms, choice.test, {}, true);
  if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
  const Predicate& test = std::get<Predicate>(predicate);
  Branches branches(finding, terms, rewriter, finding.stmt);
  branches.MergesInto(expr);
  std::vector<ExprId> draws;
  branches.MayDraw(draws);
  Side when_true, when_false;
  when_true.when = test.code, when_false.when = test.negated;
  Value a, b, out;
  if (!branches.Evaluate(choice.body, when_true, a) ||
      !branches.Evaluate(choice.orelse, when_false, b) ||
      !branches.MergeValue("return", test.code, a, b, out))
    return Declined{branches.why()};
  if (test.once && !AsksFirst(out.code, test))
    return std::get<Declined>(PredicateOf(finding, terms, choice.test, {}));
  Code code = out.code;
  if (!test.statics.empty()) code = code.If(StaticsOf(finding, test), b.code);
  rewriter.Replace(expr, code.Text());
  if (!test.difference.empty()) branches.Differ(test.difference);
  if (!code.Holds(test.code)) branches.Differ(std::string(kNotAsked));
  if (!test.speculatable) branches.Differ(std::string(kWholeTest));
  if (a.held || b.held) branches.Differ("the result is a copy, no longer one of the two tensors");
  if (IsShown(finding, terms, expr)) branches.Differ(std::string(kShown));
  return Written(finding, draws,
                 branches.by_cond() ? "compute the value that the tensor selects, with torch.cond"
                                    : "compute both values and select with torch.where",
                 Joined(branches.differences()), rewriter);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn,
                                               infer::ObservationKind::DataPredicate,
                                               infer::ObservationKind::TruthInCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute both values of a conditional expression and select",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::merge_value
