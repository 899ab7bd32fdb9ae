#include "fix/test_places.h"

#include <algorithm>
#include <utility>

#include "fix/combine.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/predicate.h"

namespace graphmend::fix {

using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

ObservationKind TestPlace::Kind(const Finding& finding) const {
  return finding.If<syntax::Assert>(stmt) ? ObservationKind::AssertOn : ObservationKind::BranchOn;
}

std::optional<TestPlace> TestPlaceOf(const Finding& finding, ExprId expr) {
  ExprId inner = expr;
  for (ExprId outer; (outer = finding.parents.Parent(inner)); inner = outer) {
    if (finding.If<syntax::Comprehension>(outer)) return std::nullopt;
    if (const auto* call = finding.If<syntax::Call>(outer);
        call && !finding.parents.Parent(outer) && !call->args.empty() &&
        call->args[0].value == inner && CheckedBy(finding, finding.parents.Statement(outer)))
      return TestPlace{inner, finding.parents.Statement(outer)};
    const auto* choice = finding.If<syntax::Conditional>(outer);
    if (!choice) continue;
    if (choice->test != inner) return std::nullopt;
    return TestPlace{inner, finding.parents.Statement(outer)};
  }
  const StmtId stmt = finding.parents.Statement(inner);
  const auto* branch = finding.If<syntax::If>(stmt);
  if (branch && branch->test == inner) return TestPlace{inner, stmt, true};
  const auto* assertion = finding.If<syntax::Assert>(stmt);
  if (assertion && assertion->test == inner) return TestPlace{inner, stmt};
  return std::nullopt;
}

std::vector<TestPlace> OutermostOf(const Finding& finding, const std::vector<TestPlace>& places) {
  auto span = [&](const TestPlace& place) {
    return place.is_branch ? finding.tree()[finding.ChainOf(place.stmt)].span
                           : finding.tree()[place.test].span;
  };
  std::vector<TestPlace> outermost;
  for (const TestPlace& place : places) {
    const source::Span own = span(place);
    const bool covered = std::any_of(places.begin(), places.end(), [&](const TestPlace& other) {
      const source::Span outer = span(other);
      return outer != own && outer.begin <= own.begin && own.end <= outer.end;
    });
    const bool known = std::any_of(outermost.begin(), outermost.end(),
                                   [&](const TestPlace& other) { return span(other) == own; });
    if (!covered && !known) outermost.push_back(place);
  }
  return outermost;
}

Proposal MendTest(const Finding& finding, ReadTests& tests, const TestPlace& place) {
  if (place.is_branch) tests.Chain(*finding.If<syntax::If>(finding.ChainOf(place.stmt)));
  else tests.Test(place.test);
  const Finding at = tests.At(place.test, place.stmt, place.Kind(finding));
  std::optional<Proposal> declined;
  for (const Fix* asked : FixesOf(at.kind)) {
    std::optional<Proposal> proposal = asked->Propose(at);
    if (proposal && std::holds_alternative<diag::Fix>(*proposal)) return *proposal;
    if (proposal && !declined) declined = std::move(proposal);
  }
  return declined.value_or(Declined{"the test needs the number itself; test the 0-d tensor"});
}

std::optional<Declined> MendTests(const Finding& finding, ReadTests& tests,
                                  const std::vector<TestPlace>& places,
                                  std::optional<diag::Fix>& all) {
  for (const TestPlace& place : places) {
    Proposal one = MendTest(finding, tests, place);
    if (auto* declined = std::get_if<Declined>(&one)) return std::move(*declined);
    diag::Fix& fix = std::get<diag::Fix>(one);
    if (!all) all = std::move(fix);
    else if (!Combine(*all, std::move(fix))) return Declined{std::string(kNestedTests)};
  }
  return std::nullopt;
}

std::optional<Declined> WhyNotMended(const Finding& finding, ReadTests& tests,
                                     const std::vector<TestPlace>& places) {
  for (const TestPlace& place : OutermostOf(finding, places)) {
    Proposal proposal = MendTest(finding, tests, place);
    if (auto* declined = std::get_if<Declined>(&proposal)) return std::move(*declined);
  }
  return std::nullopt;
}

std::optional<Declined> ReadAsTensor(const Finding& finding, ExprId test, std::string& text,
                                     std::string& difference) {
  auto predicate = PredicateOf(finding, Terms(finding), test, {});
  if (auto* declined = std::get_if<Declined>(&predicate)) return std::move(*declined);
  const Predicate& read = std::get<Predicate>(predicate);
  if (!read.statics.empty() || read.calls_torch)
    return Declined{"Python decides part of the test; make that part a branch around this one"};
  text = read.code.Text();
  difference = DifferenceOfKept(read);
  return std::nullopt;
}

}  // namespace graphmend::fix
