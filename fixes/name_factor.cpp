// The factor of add_(), addcmul_() and addcdiv_() by its keyword, in the place of the deprecated
// signature that takes it first and that Dynamo does not trace.
#include "fix/declaration.h"

namespace graphmend::fix::name_factor {
namespace {

using infer::FactKind;

constexpr std::string_view kSilent = "the warning that this signature is deprecated is not given";

std::optional<Declined> WhyNot(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["factor"]).MayBe(FactKind::Tensor)) return std::nullopt;
  return Declined{
      "the factor may be a tensor; name it by `alpha=` or `value=` where it is a number"};
}

Verdict OfSum(const Finding& finding, const Holes& holes) {
  if (auto declined = WhyNot(finding, holes)) return *declined;
  return Sure{diag::Applicability::Unsafe, std::string(kSilent)};
}

// Dynamo takes both apart (torch 2.13): a product or quotient, and fma() of it.
Verdict OfProduct(const Finding& finding, const Holes& holes) {
  if (auto declined = WhyNot(finding, holes)) return *declined;
  return Sure{diag::Applicability::Unsafe,
              std::string(kSilent) +
                  "; in a graph the sum is rounded differently; of integers, a fraction as factor "
                  "gives other values, and division by them raises no error"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "torch.Tensor.add_($x, $factor, $y)",
        .where = OfSum,
        .replace = "$x.add_($y, alpha=$factor)",
        .title = "name the factor",
    },
    {
        .match = "torch.Tensor.addcmul_($x, $factor, $y, $z)",
        .where = OfProduct,
        .replace = "$x.addcmul_($y, $z, value=$factor)",
        .title = "name the factor",
    },
    {
        .match = "torch.Tensor.addcdiv_($x, $factor, $y, $z)",
        .where = OfProduct,
        .replace = "$x.addcdiv_($y, $z, value=$factor)",
        .title = "name the factor",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "name the factor of an in-place addition",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::name_factor
