// Find the first element of a mask by argmax.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::first_place {
namespace {

using syntax::ExprId;

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found) return std::nullopt;
  const ExprId item = finding.parents.Parent(found->places);
  const auto* first = finding.If<syntax::Subscript>(item);
  const infer::ExprFact& fact = finding.Fact(found->tensor);
  if (!first || first->object != found->places || !IsLiteralInt(finding, first->index, 0) ||
      IsTarget(finding, item) || !IsTensor(fact))
    return std::nullopt;
  if (fact.tensor->dtype != values::DType::Bool)
    return Declined{"the tensor searched is not known to be a mask; compare it with 0 first"};
  if (fact.tensor->rank > 1)
    return Declined{"a place has several indices; search a flattened mask"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  ReplaceWhole(finding, item,
               RenderOperand(finding, found->tensor) + ".int().argmax()" +
                   (found->single ? "" : ".reshape(1)"),
               rewriter);
  std::string difference =
      "where nothing is found, the first place is taken and no error is raised";
  if (fact.tensor->rank != 1)
    difference += "; `" + std::string(finding.Text(found->tensor)) + "` must have one dimension";
  return rewriter.Finish("find the first with argmax", diag::Applicability::Unsafe, difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "find the first element of a mask with argmax",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::first_place
