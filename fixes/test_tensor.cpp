// Numbers and bools that are read from tensors and that only tests ask for: the tensor is tested.
//
//     if loss.item() > 10.0:                    y = torch.where(loss > 10.0, x * 0.1, x)
//         y = x * 0.1
//     peak = x.abs().max().item()               peak = x.abs().max()
//     if peak > 0.1:                            torch._assert_async(~(peak.double() > 0.1), "…")
//         raise ValueError("…")
//
// What a branch on the tensor becomes is left to the fixes of such branches: they are
// asked with the reads assumed to be the tensors themselves. A read whose branch none of them can
// mend stays, as without it the branch would break in its stead.
#include <algorithm>

#include "fix/combine.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/predicate.h"
#include "fix/read_tests.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/test_places.h"

namespace graphmend::fix::test_tensor {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;
using values::DType;

// The fix is unsafe where there is one.
void Differ(diag::Fix& fix, const std::string& difference) {
  if (difference.empty()) return;
  fix.applicability = Applicability::Unsafe;
  AddDifference(fix.difference, difference);
}

// `int(t)` of what is not whole.
bool IsRounded(const Finding& finding, syntax::ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->how != "int") return false;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  return !fact.Is(infer::FactKind::Int) && !(fact.tensor && IsWhole(fact.tensor->dtype));
}

// A variable that takes the number, or the outcome of a test of it.
class Assignment {
 public:
  Assignment(const Finding& finding, const syntax::Assign& assign)
      : finding_(finding),
        assign_(assign),
        variables_(finding, finding.function),
        tests_(finding) {}

  std::optional<Proposal> Run() {
    const std::optional<std::uint32_t> slot =
        assign_.targets.size() == 1 ? variables_.SlotOf(assign_.targets[0]) : std::nullopt;
    if (!slot || IsCaughtHere(finding_) || !IsTested(*slot)) return std::nullopt;
    const std::optional<Number> number = tests_.NumberOf(assign_.value);
    tests_.Assume(*slot, variables_, number ? number->kind : DType::Bool);
    std::optional<diag::Fix> all;
    if (auto declined = MendTests(finding_, tests_, places_, all)) return *declined;
    std::string text;
    if (std::optional<Declined> declined = Value(number.has_value(), text)) return *declined;
    Rewriter rewriter(finding_);
    if (text != finding_.Text(assign_.value)) rewriter.Replace(assign_.value, text);
    if (!Combine(*all, rewriter.Finish("", Applicability::Safe)))
      return Declined{std::string(kNestedTests)};
    Differ(*all, tests_.difference());
    Differ(*all, difference_);
    if (serves_)
      Differ(*all,
             "where the tensor's dtype differs from that of what it is combined with, the result's "
             "dtype or last bits may differ, too; on a GPU a quotient may differ in the last bit");
    return *all;
  }

 private:
  // Whether the variable takes what tests, and operands beside tensors, alone ask for.
  bool IsTested(std::uint32_t slot) {
    if (variables_.IsCaptured(slot) || variables_.IsParameter(slot) ||
        variables_.Stores(slot).size() != 1)
      return false;
    const std::optional<Number> number = tests_.NumberOf(assign_.value);
    if ((!number && !tests_.Test(assign_.value)) || !tests_.Holds(finding_.expr)) return false;
    if (!FindPlaces(slot, number.has_value())) return false;
    // What Python computes in doubles the tensor would compute in its own dtype, and of what is
    // rounded to a whole number it would be -0.0, or no whole one.
    return !number || !serves_ || (number->bare && !IsRounded(finding_, assign_.value));
  }

  // The tests that read the variable, without those inside of another's branch; false where
  // something else needs it, or none does.
  bool FindPlaces(std::uint32_t slot, bool is_number) {
    std::vector<TestPlace> found;
    for (ExprId read : variables_.Reads(slot)) {
      if (std::optional<TestPlace> place = TestPlaceOf(finding_, read)) {
        found.push_back(*place);
      } else if (is_number && ServesAsTensor(finding_, read)) {
        serves_ = true;
      } else {
        return false;
      }
    }
    places_ = OutermostOf(finding_, found);
    return !places_.empty();
  }

  // What is assigned, as a tensor.
  std::optional<Declined> Value(bool is_number, std::string& text) {
    const Finding at = tests_.At(assign_.value, finding_.stmt, ObservationKind::BranchOn);
    if (is_number) {
      const bool kept = !IsNewTensor(at, assign_.value) && IsChangedInPlace(at, assign_.value);
      if (kept && serves_) return Declined{std::string(kChanged)};
      const std::string after = (serves_ ? ".detach()" : "") + std::string(kept ? ".clone()" : "");
      const Assumed* read = at.AssumedOf(assign_.value);
      const bool whole = read && read->tensor && read->suffix.empty();
      text = after.empty() ? Render(at, whole ? read->tensor : assign_.value)
                           : RenderOperand(at, assign_.value) + after;
      return std::nullopt;
    }
    return ReadAsTensor(at, assign_.value, text, difference_);
  }

  const Finding& finding_;
  const syntax::Assign& assign_;
  const Variables variables_;
  ReadTests tests_;
  std::vector<TestPlace> places_;
  std::string difference_;  // where what is assigned is not quite the test
  bool serves_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!finding.IsInFunction()) return std::nullopt;
  if (read ? read->IsText() : MathTestOf(finding, finding.expr).empty()) return std::nullopt;
  // A list only where it is searched.
  const bool list = read && read->how == "tolist";
  if (list && !finding.If<syntax::Compare>(finding.parents.Parent(finding.expr)))
    return std::nullopt;
  if (const auto* assign = finding.If<syntax::Assign>(finding.stmt))
    if (!TestPlaceOf(finding, finding.expr)) return Assignment(finding, *assign).Run();
  const std::optional<TestPlace> place = TestPlaceOf(finding, finding.expr);
  if (!place) return std::nullopt;
  ReadTests tests(finding);
  Proposal proposal = MendTest(finding, tests, *place);
  if (!tests.Holds(finding.expr)) return std::nullopt;
  if (auto* fix = std::get_if<diag::Fix>(&proposal)) Differ(*fix, tests.difference());
  return proposal;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_and_test", "keep_scalar"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test the tensor instead of a number read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::test_tensor
