// Numbers read from tensors that Python both computes with and tests, as 0-d tensors; all of those
// that meet in the tests or in what is computed, at once.
//
//     norm = p.norm().item()              norm = p.norm().detach().double()
//     update = g.norm().item()            update = g.norm().detach().double()
//     if norm > 0 and update > 0:         if norm > 0 and update > 0:   … a branch on tensors,
//         trust = eta * norm / update         trust = eta * norm / update   which is mended next
//     else:                               else:
//         trust = 1.0                         trust = 1.0
//
// What a helper reads is followed to its callers.
//
// It is offered where a fix is known for each of the tests once they ask for tensors.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/number_uses.h"
#include "fix/operands.h"
#include "fix/read_tests.h"
#include "fix/reads.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::compute_and_test {
namespace {

using syntax::ExprId;
using values::DType;

// `t.item()`, `float(t)`, `int(t)` of a tensor.
std::optional<HostRead> NumberReadOf(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  const bool number = read && (read->how == "item" || read->how == "float" || read->how == "int");
  return number && IsTensor(finding.Fact(read->tensor)) ? read : std::nullopt;
}

class Group {
 public:
  explicit Group(const Finding& finding) : finding_(finding), uses_(finding) {
    uses_.FollowTests(true);
  }

  std::optional<Proposal> Run() {
    if (finding_.kind == infer::ObservationKind::HostRead ? !Add(finding_.expr) : !AddOfBranch())
      return std::nullopt;
    for (std::size_t i = 0; i < uses_.numbers().size(); ++i)
      if (!AddWhatMeets(uses_.numbers()[i])) return std::nullopt;
    for (std::size_t i = 0; i < uses_.tests().size(); ++i)
      if (!AddReadsBehind(uses_.tests()[i])) return std::nullopt;
    places_ = uses_.tests();
    if (branch_) places_.push_back(*branch_);
    if (places_.empty() || reads_.empty() || (uses_.indexes() && !InLongs())) return std::nullopt;
    if (!uses_.TestsTensors())
      return Declined{
          "on some paths the test is one of a number of Python's; make it a tensor on all of them"};
    if (uses_.IsCaught()) return Declined{std::string(kCaughtHere)};
    for (ExprId read : reads_) {
      const Finding at = At(read);
      if (auto declined = WhyNot(at, NumberReadOf(at, read)->tensor, uses_)) return *declined;
    }
    if (auto declined = WhyNotMendedOnceTensors()) return *declined;
    return Write();
  }

 private:
  bool InLongs() const {
    return uses_.whole() && std::all_of(reads_.begin(), reads_.end(), [&](ExprId read) {
             const HostRead host = *NumberReadOf(finding_, read);
             return host.how == "int" || IsWhole(finding_.Fact(host.tensor).tensor->dtype);
           });
  }

  // Nothing where each test is mended, in the function that it stands in, once all are tensors.
  std::optional<Declined> WhyNotMendedOnceTensors() const {
    std::map<std::uint32_t, std::vector<TestPlace>> by_function;
    for (const TestPlace& place : places_)
      by_function[finding_.parents.FunctionOf(place.test).index].push_back(place);
    const DType kind = InLongs() ? DType::Int : DType::Float;
    for (const auto& [function, own] : by_function) {
      const Finding inside = finding_.In(syntax::FunctionId(function));
      ReadTests tests(inside);
      uses_.AssumeIn(tests, kind);
      for (ExprId read : reads_)
        tests.AssumeCall(read, kind, NumberReadOf(finding_, read)->tensor, ".detach()");
      if (auto declined = WhyNotMended(inside, tests, own)) return declined;
    }
    return std::nullopt;
  }

  Finding At(ExprId read) const {
    Finding at = finding_.In(finding_.parents.FunctionOf(read));
    at.expr = read;
    at.stmt = finding_.parents.Statement(read);
    return at;
  }

  // One more read that becomes a tensor.
  bool Add(ExprId read) {
    if (std::find(reads_.begin(), reads_.end(), read) != reads_.end()) return true;
    reads_.push_back(read);
    const syntax::FunctionId function = finding_.parents.FunctionOf(read);
    return NumberReadOf(finding_, read) && function && uses_.Reaches(function) &&
           uses_.Serves(read);
  }

  // A branch or a choice on a tensor whose sides read numbers.
  bool AddOfBranch() {
    branch_ = TestPlaceOf(finding_, finding_.expr);
    return branch_ && AddReadsBehind(*branch_);
  }

  // What the sides of a branch read becomes part of what always runs.
  bool AddReadsBehind(const TestPlace& place) {
    const ExprId outer = finding_.parents.Parent(place.test);
    if (!place.is_branch && !finding_.If<syntax::Conditional>(outer)) return true;
    const source::Span branch = place.is_branch ? finding_.tree()[finding_.ChainOf(place.stmt)].span
                                                : finding_.tree()[outer].span;
    bool added = true;
    ForEachInside(finding_, branch, [&](ExprId part) {
      if (NumberReadOf(finding_, part)) added = added && Add(part);
    });
    return added;
  }

  // What a test, or what is assigned, reads beside the number.
  bool AddWhatMeets(ExprId number) {
    const syntax::StmtId stmt = finding_.parents.Statement(number);
    if (!seen_.insert(stmt.index).second) return true;
    bool added = true;
    ForEachExpression(finding_.tree(), stmt,
                      [&](ExprId part) { added = added && AddReadsIn(part); });
    return added;
  }

  bool AddReadsIn(ExprId expr) {
    if (NumberReadOf(finding_, expr)) return Add(expr);
    if (const auto slot = uses_.VariablesAt(expr).SlotOf(expr)) return AddReadsOf(*slot, expr);
    bool added = true;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { added = added && AddReadsIn(part); });
    return added;
  }

  // Where the variable holds a number, what it was read from.
  bool AddReadsOf(std::uint32_t slot, ExprId read) {
    const std::uint32_t function = finding_.parents.FunctionOf(read).index;
    if (IsTensor(finding_.Fact(read)) || !slots_.insert({function, slot}).second) return true;
    for (const flow::Inst* store : uses_.VariablesAt(read).Stores(slot)) {
      const auto* assign =
          store->expr ? finding_.If<syntax::Assign>(finding_.parents.Statement(store->expr))
                      : nullptr;
      if (assign && !AddReadsIn(assign->value)) return false;
    }
    return true;
  }

  std::optional<Proposal> Write() {
    Rewriter rewriter(finding_);
    const bool doubles = !InLongs();
    if (!uses_.WriteConversions(rewriter, doubles))
      return Declined{
          "it is computed in doubles, and the dtype of the 0-d tensor that it is combined with is "
          "not known; keep the 0-d tensor"};
    std::string difference;
    for (ExprId read : reads_) {
      const Finding at = At(read);
      const HostRead host = *NumberReadOf(at, read);
      const infer::ExprFact& fact = finding_.Fact(host.tensor);
      const std::string_view conversion = doubles ? ".double()" : ".long()";
      const bool truncates = host.how == "int" && !IsWhole(fact.tensor->dtype);
      const std::string_view copied = uses_.IsKept() && !IsNewTensor(at, host.tensor)
                                          ? std::string_view(".clone()")
                                          : Copied(at, host.tensor);
      ReplaceWhole(at, read,
                   ReadOperand(at, host.tensor) + ".detach()" + std::string(copied) +
                       (fact.tensor->rank == 0 ? "" : ".reshape(())") +
                       (truncates && doubles ? ".long()" : "") + std::string(conversion),
                   rewriter);
      AddDifference(difference, DifferenceOf(at, host, uses_, conversion));
      if (truncates)
        AddDifference(difference, "what is not finite, or beyond 64 bits, is another number");
      if (IsWhole(fact.tensor->dtype))
        AddDifference(difference, doubles ? "a whole number beyond 2 ** 53 is rounded"
                                          : "a whole number beyond 64 bits wraps");
    }
    for (const TestPlace& place : places_) rewriter.LeadTo(finding_.parents.FunctionOf(place.test));
    AddDifference(difference,
                  "where the number is not finite, the side that is not taken may turn its zero "
                  "gradient into NaN");
    return rewriter.Finish("compute with the 0-d tensors", diag::Applicability::Unsafe, difference);
  }

  const Finding& finding_;
  NumberUses uses_;
  std::vector<ExprId> reads_;
  std::vector<TestPlace> places_;                            // all tests
  std::optional<TestPlace> branch_;                          // that the finding is
  std::set<std::uint32_t> seen_;                             // statements
  std::set<std::pair<std::uint32_t, std::uint32_t>> slots_;  // variables, by function
};

std::optional<Proposal> Propose(const Finding& finding) {
  const bool read = finding.kind == infer::ObservationKind::HostRead;
  if (!finding.IsInFunction() || finding.assumptions ||
      (read && !NumberReadOf(finding, finding.expr)))
    return std::nullopt;
  return Group(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"read_before_call", "capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep numbers that are computed with and tested as 0-d tensors",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .leads = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_and_test
