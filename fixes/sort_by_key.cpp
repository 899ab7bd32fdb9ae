// The items of a dict in the order of its keys, where Dynamo sorts by constants alone:
//
//     for name, value in sorted(d.items()):
//     for name, value in sorted(d.items(), key=lambda item: item[0]):
//
// Of two items the keys differ, so that Python never compares the values.
#include "fix/declaration.h"

namespace graphmend::fix::sort_by_key {
namespace {

using infer::FactKind;

// A dict of Python's: another mapping may give other items than its own.
Verdict IsDict(const Finding& finding, const Holes& holes) {
  if (!finding.function || !finding.Fact(holes["d"]).Is(FactKind::Dict)) return std::nullopt;
  return Sure{};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "sorted(dict.items($d))",
        .where = IsDict,
        .replace = "sorted($d.items(), key=lambda item: item[0])",
        .title = "sort the items by their keys alone",
    },
    {
        .match = "sorted(dict.items($d), reverse=$order)",
        .where = IsDict,
        .replace = "sorted($d.items(), key=lambda item: item[0], reverse=$order)",
        .title = "sort the items by their keys alone",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "sort the items of a dict by their keys alone",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::sort_by_key
