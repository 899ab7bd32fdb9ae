// detach() in the place of torch.autograd.Variable, which gives a tensor without its history since
// tensors and variables are one.
#include "fix/arguments.h"
#include "fix/declaration.h"

namespace graphmend::fix::detach_variable {
namespace {

using infer::FactKind;

Verdict OfTensor(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor))
    return Declined{"this is not known to be a tensor"};
  return Sure{diag::Applicability::Unsafe, "an instance of a subclass of Tensor stays one"};
}

Verdict WithoutGradient(const Finding& finding, const Holes& holes) {
  if (!IsLiteral(finding, holes["flag"], syntax::LiteralKind::False))
    return Declined{"a tensor whose gradient is wanted must be made outside the compiled code"};
  return OfTensor(finding, holes);
}

constexpr Pattern kPatterns[] = {
    {
        .match = "torch.autograd.variable.Variable($x)",
        .where = OfTensor,
        .replace = "$x.detach()",
        .title = "detach the tensor",
    },
    {
        .match = "torch.autograd.variable.Variable($x, requires_grad=$flag)",
        .where = WithoutGradient,
        .replace = "$x.detach()",
        .title = "detach the tensor",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "detach a tensor instead of wrapping it in a Variable",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::detach_variable
