// Test by isinstance in the place of numpy.isscalar.
#include "fix/declaration.h"

namespace graphmend::fix::test_by_isinstance {
namespace {

Verdict Judge(const Finding& finding, const Holes& holes) {
  const infer::ExprFact& fact = finding.Fact(holes["x"]);
  if ((fact.tensor && fact.tensor->numpy) || finding.NameOf(holes["x"]).starts_with("numpy."))
    return Declined{"it is NumPy's, of which isinstance says no; test its dimensions"};
  return Sure{diag::Applicability::Unsafe,
              "scalars of NumPy, decimals and fractions are no longer taken as scalars"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "numpy.isscalar($x)",
        .where = Judge,
        .replace = "isinstance($x, (int, float, complex, str, bytes))",
        .title = "test by isinstance",
    },
    {
        .match = "numpy.isscalar(element=$x)",
        .where = Judge,
        .replace = "isinstance($x, (int, float, complex, str, bytes))",
        .title = "test by isinstance",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Numpy};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test by isinstance in the place of numpy.isscalar",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::test_by_isinstance
