// `a if t else b` on a tensor `t`, as torch.where(t, a, b).
#include <algorithm>

#include "fix/branches.h"
#include "fix/failures.h"
#include "fix/transformations.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

// The conditional expression whose test holds the finding.
ExprId ConditionalOf(const Finding& finding) {
  for (ExprId inner = finding.expr, outer; (outer = finding.parents.Parent(inner)); inner = outer)
    if (const auto* choice = finding.If<syntax::Conditional>(outer))
      return choice->test == inner ? outer : ExprId();
  return {};
}

std::string Joined(const std::vector<std::string>& differences) {
  std::string out;
  for (const std::string& one : differences) out += (out.empty() ? "" : "; ") + one;
  return out;
}

}  // namespace

std::optional<Proposal> MergeValue(const Finding& finding) {
  const ExprId expr = ConditionalOf(finding);
  if (!expr || !finding.function || finding.tree()[finding.function].lambda_body)
    return std::nullopt;
  const auto& choice = *finding.If<syntax::Conditional>(expr);
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const Terms terms(finding);
  Rewriter rewriter(finding);
  auto predicate = PredicateOf(finding, terms, choice.test, {});
  if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
  const Predicate& test = std::get<Predicate>(predicate);
  Branches branches(finding, terms, rewriter, finding.stmt);
  Side side;
  Value a, b, out;
  if (!branches.Evaluate(choice.body, side, a) || !branches.Evaluate(choice.orelse, side, b) ||
      !branches.MergeValue("return", test.text, a, b, out))
    return Declined{branches.why()};
  std::string text = out.text;
  if (!test.statics.empty()) {
    std::string statics;
    for (ExprId one : test.statics)
      statics += (statics.empty() ? "" : " and ") + Render(finding, one, {});
    text += " if " + statics + " else " + b.text;
  }
  rewriter.Replace(expr, text);
  if (!test.difference.empty()) branches.Differ(test.difference);
  if (!test.speculatable)
    branches.Differ("all of the test is asked, so that an error in any part of it shows");
  if (!a.term.fresh || !b.term.fresh)
    branches.Differ("the result is a copy, and no longer one of the two tensors");
  const std::string difference = Joined(branches.differences());
  return rewriter.Finish(
      text.find(".cond(") == std::string::npos
          ? "compute both values and select by torch.where"
          : "compute the value that the tensor decides by torch.cond",
      difference.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference);
}

}  // namespace graphmend::fix
