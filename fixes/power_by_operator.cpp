// The operator, or torch.pow of a number that may be negative, in the place of pow(), which is not
// traced where it gets a tensor.
#include "fix/declaration.h"

namespace graphmend::fix::power_by_operator {
namespace {

using infer::FactKind;

bool AreNumberAndTensor(const Finding& finding, const Holes& holes) {
  return finding.Fact(holes["x"]).OneOf(FactKind::Bool, FactKind::Int, FactKind::Float) &&
         finding.Fact(holes["y"]).Is(FactKind::Tensor);
}

// A literal has no sign.
Verdict OfTensorOrLiteral(const Finding& finding, const Holes& holes) {
  const bool literal =
      finding.If<syntax::Literal>(holes["x"]) && AreNumberAndTensor(finding, holes);
  if (!literal && !finding.Fact(holes["x"]).Is(FactKind::Tensor)) return std::nullopt;
  return Sure{};
}

// torch 2.13 writes the number into a graph as it stands, and `-2 ** y` is `-(2 ** y)`.
Verdict OfNumber(const Finding& finding, const Holes& holes) {
  if (!AreNumberAndTensor(finding, holes)) return std::nullopt;
  return Sure{diag::Applicability::Unsafe,
              "a subclass of Tensor that has __rpow__ of its own is not asked for it"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "pow($x, $y)",
        .where = OfTensorOrLiteral,
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
    .promise = Promise::Either,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::power_by_operator
