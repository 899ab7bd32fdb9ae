// Compare objects by `is` in the place of their ids.
#include "fix/declaration.h"

namespace graphmend::fix::compare_by_is {
namespace {

Verdict Judge(const Finding& finding, const Holes& holes) {
  if (finding.If<syntax::Name>(holes["a"]) && finding.If<syntax::Name>(holes["b"])) return Sure{};
  return Sure{diag::Applicability::Unsafe,
              "an object that is freed before the other one is made may have had the same id, and "
              "is a different object"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "id($a) == id($b)",
        .where = Judge,
        .replace = "$a is $b",
        .title = "compare with `is`",
    },
    {
        .match = "id($a) != id($b)",
        .where = Judge,
        .replace = "$a is not $b",
        .title = "compare with `is`",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compare objects with `is` instead of by their ids",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::compare_by_is
