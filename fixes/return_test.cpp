// A helper that reads a bool from a tensor for its callers to test gives back the tensor:
//
//     def sure(p): return bool(p.max() > 0.5)     def sure(p): return p.max() > 0.5
//     …                                           …
//     if sure(p):                                 y = torch.where(sure(p), x * 2, x)
//         y = x * 2
//
// It is offered where the fixes of tests on tensors make something of each test that calls it.
#include <algorithm>
#include <map>
#include <vector>

#include "captured.h"
#include "fix/bool_uses.h"
#include "fix/calls.h"
#include "fix/combine.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/operands.h"
#include "fix/read_tests.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/test_places.h"
#include "fix/variables.h"

namespace graphmend::fix::return_test {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::FunctionId;

class Returned {
 public:
  Returned(const Finding& finding, ExprId value)
      : finding_(finding), value_(value), tests_(finding) {}

  std::optional<Proposal> Run() {
    const bool reads = tests_.Test(value_) && tests_.Holds(finding_.expr);
    if (!(reads || Joins()) || !IsOnlyReturn()) return std::nullopt;
    const Calls calls(finding_);
    const std::vector<ExprId> places = calls.Of(finding_.function);
    if (places.empty() || calls.IsOverridden(finding_.function)) return std::nullopt;
    if (IsCaughtHere(finding_) || calls.IsCaught(finding_.function))
      return Declined{std::string(kCaughtHere)};
    if (!Group(places)) return std::nullopt;
    std::optional<diag::Fix> all;
    for (const auto& [function, callers] : callers_)
      if (auto declined = MendCaller(function, callers, all)) return *declined;
    if (!all) return std::nullopt;
    if (auto declined = GiveBackTensor(*all)) return *declined;
    return *all;
  }

 private:
  // `a.any() or b.any()`: which of the two tensors it is does not matter to who tests it.
  bool Joins() const {
    const auto* unary = finding_.If<syntax::Unary>(value_);
    return finding_.kind == ObservationKind::BranchOn &&
           (finding_.If<syntax::BoolOp>(value_) || (unary && unary->op == syntax::UnaryOp::Not));
  }

  // Whether the function ends nowhere else, so that its callers get the tensor in each call.
  bool IsOnlyReturn() const {
    const syntax::Function& function = finding_.tree()[finding_.function];
    if (function.is_generator || function.is_async || !IsPlainOrProperty(finding_, function))
      return false;
    bool only = !function.body.empty() && function.body.back() == finding_.stmt;
    ForEachReturn(finding_.tree(), function.body,
                  [&](syntax::StmtId stmt) { only &= stmt == finding_.stmt; });
    return only && EntryOf(finding_) != finding_.function;
  }

  // The calls by the functions that they stand in; false where one does more than test.
  bool Group(const std::vector<ExprId>& calls) {
    return std::all_of(calls.begin(), calls.end(), [&](ExprId call) {
      const FunctionId function = finding_.parents.FunctionOf(call);
      const bool traced = function && WasFollowed(finding_, function);
      if (!traced) return TakesTensorForBool(finding_, call);
      callers_[function.index].push_back(call);
      return TestPlaceOf(finding_, call) || IsKeptForTests(function, call);
    });
  }

  // `certain = sure(p)`, of which nothing but tests ask.
  bool IsKeptForTests(FunctionId function, ExprId call) {
    const Variables variables(finding_, function);
    const std::optional<std::uint32_t> slot = variables.HeldBy(call);
    if (!slot || variables.IsCaptured(*slot) || variables.IsParameter(*slot) ||
        variables.Stores(*slot).size() != 1)
      return false;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    kept_ = true;
    return !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      return TestPlaceOf(finding_, read).has_value();
    });
  }

  // What becomes of the tests in one function that calls it.
  std::optional<Declined> MendCaller(std::uint32_t function, const std::vector<ExprId>& calls,
                                     std::optional<diag::Fix>& all) {
    const Finding caller = finding_.In(FunctionId(function));
    ReadTests tests(caller);
    std::vector<TestPlace> places;
    const Variables variables(caller, caller.function);
    for (ExprId call : calls) {
      tests.Assume(call, values::DType::Bool);
      const auto place = TestPlaceOf(caller, call);
      if (place) {
        places.push_back(*place);
        continue;
      }
      const std::uint32_t slot = *variables.HeldBy(call);
      tests.Assume(slot, variables, values::DType::Bool);
      for (ExprId read : variables.Reads(slot)) places.push_back(*TestPlaceOf(caller, read));
    }
    if (auto declined = MendTests(caller, tests, OutermostOf(caller, places), all)) return declined;
    AddDifference(all->difference, tests.difference());
    return std::nullopt;
  }

  std::optional<Declined> GiveBackTensor(diag::Fix& all) {
    const Finding at = tests_.At(value_, finding_.stmt, ObservationKind::BranchOn);
    std::string text, difference;
    if (auto declined = ReadAsTensor(at, value_, text, difference)) return declined;
    // Until it is asked, what it is read from may be changed in place.
    if (kept_ && !IsNewTensor(at, value_)) text += ".clone()";
    Rewriter rewriter(finding_);
    rewriter.Replace(value_, text);
    if (!Combine(all, rewriter.Finish("", Applicability::Safe)))
      return Declined{std::string(kNestedTests)};
    all.title = "give back the tensor and test it";
    all.applicability = Applicability::Unsafe;
    AddDifference(all.difference, tests_.difference());
    AddDifference(all.difference, difference);
    const syntax::Function& helper = finding_.tree()[finding_.function];
    std::string given =
        "`" + helper.name.str() + "` gives a 0-d tensor, not a bool, to other code as well";
    if (helper.cls) given += kOverriddenElsewhere;
    AddDifference(all.difference, given);
    return std::nullopt;
  }

  const Finding& finding_;
  ExprId value_;
  ReadTests tests_;
  std::map<std::uint32_t, std::vector<ExprId>> callers_;  // by function
  bool kept_ = false;                                     // by one of them, in a variable
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* given = finding.If<syntax::Return>(finding.stmt);
  if (!given || !given->value || !finding.IsInFunction()) return std::nullopt;
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  const bool reads = read && !read->IsText() && read->how != "tolist";
  if (!reads && finding.kind != ObservationKind::BranchOn) return std::nullopt;
  return Returned(finding, given->value).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::HostRead, ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"capture_number", "compute_and_test", "keep_scalar",
                                        "merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "give back the tensor that callers test instead of a bool read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::return_test
