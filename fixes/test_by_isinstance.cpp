// Test by isinstance in the place of numpy.isscalar and torch.jit.isinstance.
#include <algorithm>

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

// Of a generic type, such as List[int], torch looks at the elements as well.
Verdict JudgeClass(const Finding& finding, const Holes& holes) {
  constexpr std::string_view kPlain[] = {"builtins.bool", "builtins.complex", "builtins.float",
                                         "builtins.int",  "builtins.str",     "torch.Tensor"};
  const std::string_view name = finding.NameOf(holes["t"]);
  if (std::find(std::begin(kPlain), std::end(kPlain), name) == std::end(kPlain))
    return Declined{"what it asks of a generic type, isinstance does not"};
  return Sure{};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "torch.jit.isinstance($x, $t)",
        .where = JudgeClass,
        .replace = "isinstance($x, $t)",
        .title = "test with isinstance",
    },
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

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Numpy,
                                               infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test with isinstance instead of numpy.isscalar or torch.jit.isinstance",
    .answers = kAnswers,
    .promise = Promise::Either,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::test_by_isinstance
