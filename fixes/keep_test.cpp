// A test of tensors that a variable keeps, and that nothing but later tests ask for, kept as a
// tensor:
//
//     ok = not x.isnan().any()            ok = ~x.isnan().any()
//     if ok:                              if ok:     … a test of a tensor, which is mended next
#include <algorithm>

#include "fix/bool_uses.h"
#include "fix/declaration.h"
#include "fix/predicate.h"
#include "fix/rewriter.h"
#include "fix/test_places.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"
#include "fixes/message_differences.h"

namespace graphmend::fix::keep_test {
namespace {

using syntax::ExprId;

// Whether nothing but tests that are mended once it is a tensor ask for the variable.
bool AreMended(const Finding& finding, const std::vector<ExprId>& reads) {
  ReadTests tests(finding);
  for (ExprId read : reads) tests.Assume(read, values::DType::Bool);
  return !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const std::optional<TestPlace> place = TestPlaceOf(finding, read);
    return place && TakesTensorForBool(finding, read) &&
           std::holds_alternative<diag::Fix>(MendTest(finding, tests, *place));
  });
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || !finding.IsInFunction() || finding.assumptions) return std::nullopt;
  const auto* negation = finding.If<syntax::Unary>(assign->value);
  const bool test = finding.If<syntax::BoolOp>(assign->value) ||
                    (negation && negation->op == syntax::UnaryOp::Not);
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(assign->value);
  if (!test || !slot || variables.IsCaptured(*slot)) return std::nullopt;
  if (!AreMended(finding, variables.Reads(*slot)))
    return Declined{
        "`" + variables.Name(*slot) +
        "` is also used as a bool, or a test of it is mended by nothing; keep a tensor"};
  auto asked = PredicateOf(finding, Terms(finding), assign->value, {});
  if (auto* declined = std::get_if<Declined>(&asked)) return *declined;
  const Predicate& predicate = std::get<Predicate>(asked);
  if (!predicate.statics.empty() || predicate.chooses)
    return Declined{"Python decides part of the test; make that part a branch around this one"};
  Rewriter rewriter(finding);
  if (predicate.calls_torch) rewriter.Import("torch");
  rewriter.Replace(assign->value, predicate.code.Text());
  std::string difference = DifferenceOfKept(predicate);
  // What follows is in one graph with what comes before.
  if (ChangesAnything(finding))
    difference += std::string(difference.empty() ? "" : "; ") + std::string(kApartDifference);
  return rewriter.Finish(
      "keep the test as a tensor",
      difference.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch", "merge_value"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep a test of tensors as a tensor where only tests ask for it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .leads = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_test
