// Test by isinstance in the place of numpy.isscalar.
#include "fix/declaration.h"

namespace graphmend::fix::test_by_isinstance {
namespace {

Verdict Judge(const Finding& finding, const Holes& holes) {
  const infer::ExprFact& fact = finding.Fact(holes["x"]);
  if ((fact.tensor && fact.tensor->numpy) || finding.NameOf(holes["x"]).starts_with("numpy."))
    return Declined{"it is a NumPy value, for which isinstance is false; test its dimensions"};
  return Sure{diag::Applicability::Unsafe,
              "NumPy scalars, decimals and fractions are no longer taken as scalars"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "numpy.isscalar($x)",
        .where = Judge,
        .replace = "isinstance($x, (int, float, complex, str, bytes))",
        .title = "test with isinstance",
    },
    {
        .match = "numpy.isscalar(element=$x)",
        .where = Judge,
        .replace = "isinstance($x, (int, float, complex, str, bytes))",
        .title = "test with isinstance",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Numpy};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test with isinstance instead of numpy.isscalar",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::test_by_isinstance
