// The items of a dict in the order of its keys, where Dynamo sorts by constants alone:
//
//     for name, value in sorted(d.items()):
//     for name, value in sorted(d.items(), key=lambda item: item[0]):
//
// Of two items the keys differ, so that Python never compares the values; where keys say themselves
// what is equal, as tensors do, it might.
#include "fix/arguments.h"
#include "fix/declaration.h"

namespace graphmend::fix::sort_by_key {
namespace {

using infer::FactKind;

// A dict of Python's: another mapping may give other items than its own.
Verdict IsDict(const Finding& finding, const Holes& holes) {
  if (!finding.function || !finding.Fact(holes["d"]).Is(FactKind::Dict)) return std::nullopt;
  if (const syntax::ExprId order = holes["order"]; order && !IsPlainRead(finding, order))
    return std::nullopt;
  return Sure{diag::Applicability::Unsafe,
              "keys that are equal without being the same, as those of a class that compares "
              "itself may be, are not told apart by the values"};
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

// `sorted(zip(names, tensors))`: of two names that are equal Python goes on to the tensors.
std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.BuiltinName(call->callee) != "sorted" || call->args.size() != 1)
    return std::nullopt;
  const auto* made = finding.If<syntax::Call>(call->args[0].value);
  if (!made || finding.BuiltinName(made->callee) != "zip") return std::nullopt;
  return Declined{"two that begin alike are compared by what follows; sort by a `key`"};
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "sort the items of a dict by their keys alone",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::sort_by_key
