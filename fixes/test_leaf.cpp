// Test by is_leaf in the place of grad_fn.
#include "fix/declaration.h"
#include "fix/terms.h"

namespace graphmend::fix::test_leaf {
namespace {

Verdict Judge(const Finding& finding, const Holes& holes) {
  if (!finding.IsInFunction() || !finding.Fact(holes["x"]).Is(infer::FactKind::Tensor))
    return std::nullopt;
  // Of an argument, no guard says whether it is a leaf.
  if (!Terms(finding).Of(holes["x"]).fresh)
    return Declined{
        "no guard checks whether a tensor from outside is a leaf: compiled code would keep the "
        "first answer"};
  return Sure{};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "$x.grad_fn is None",
        .where = Judge,
        .replace = "$x.is_leaf",
        .title = "test with is_leaf",
    },
    {
        .match = "$x.grad_fn is not None",
        .where = Judge,
        .replace = "not $x.is_leaf",
        .title = "test with is_leaf",
    },
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* read = finding.If<syntax::Attribute>(finding.expr);
  if (!read || read->name != "grad_fn" || !finding.IsInFunction() ||
      !finding.Fact(read->object).Is(infer::FactKind::Tensor))
    return std::nullopt;
  return Declined{
      "the graph has no such node; while tracing, all that is known is whether there is one, as "
      "`is_leaf` says"};
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Autograd};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test with is_leaf instead of grad_fn",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::test_leaf
