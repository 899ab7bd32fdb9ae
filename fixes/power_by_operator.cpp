// The operator, or torch.pow of a number, in the place of pow(), which is not traced where it gets
// a tensor.
#include "fix/declaration.h"

namespace graphmend::fix::power_by_operator {
namespace {

using infer::FactKind;

Verdict OfTensor(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor)) return std::nullopt;
  return Sure{};
}

// torch 2.13 writes the number into a graph as it stands, and `-2 ** y` is `-(2 ** y)`.
Verdict OfNumber(const Finding& finding, const Holes& holes) {
  const bool number =
      finding.Fact(holes["x"]).OneOf(FactKind::Bool, FactKind::Int, FactKind::Float);
  if (!number || !finding.Fact(holes["y"]).Is(FactKind::Tensor)) return std::nullopt;
  return Sure{};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "pow($x, $y)",
        .where = OfTensor,
        .replace = "$x ** $y",
        .title = "use the operator",
    },
    {
        .match = "pow($x, $y)",
        .where = OfNumber,
        .replace = "torch.pow($x, $y)",
        .title = "use torch.pow",
    },
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.BuiltinName(call->callee) != "pow") return std::nullopt;
  return Declined{call->args.size() == 2 ? "it is not known which of the two is a tensor"
                                         : "no operator takes a modulus"};
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "raise to a power with ** or torch.pow instead of pow()",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::power_by_operator
