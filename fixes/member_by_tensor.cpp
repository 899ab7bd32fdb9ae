// A number read from a tensor, looked for among whole numbers, in the graph:
//
//     if token.item() in SPECIAL:       if graphmend.capture.is_in(token, SPECIAL):
#include "captured.h"
#include "captured_reads.h"
#include "fix/arguments.h"
#include "fix/bool_uses.h"
#include "fix/declaration.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::member_by_tensor {
namespace {

using infer::Bits;
using infer::FactKind;
using syntax::CompareOp;
using syntax::ExprId;

// The comparison in which the number is looked for; none where it is another one.
const syntax::Compare* SearchOf(const Finding& finding, ExprId number) {
  const auto* compare = finding.If<syntax::Compare>(finding.parents.Parent(number));
  const bool searches = compare && compare->ops.size() == 1 && compare->left == number &&
                        (compare->ops[0] == CompareOp::In || compare->ops[0] == CompareOp::NotIn);
  return searches ? compare : nullptr;
}

// Whole numbers alone, that are there without computing them again.
bool HoldsWholeNumbers(const Finding& finding, ExprId container) {
  const infer::ExprFact& fact = finding.Fact(container);
  return fact.OneOf(FactKind::Set, FactKind::List, FactKind::Tuple) && !fact.IsNested() &&
         fact.leaves == Bits(FactKind::Int) &&
         (IsPlainRead(finding, container) || finding.If<syntax::Sequence>(container));
}

bool MayBeTensor(const Finding& finding, ExprId test) {
  const auto* assertion = finding.If<syntax::Assert>(finding.parents.Statement(test));
  return TakesTensorForBool(finding, test) || (assertion && assertion->test == test);
}

// The test once it asks for a tensor.
std::optional<Declined> WhyTestIsNotMended(const Finding& finding, ExprId test, ExprId tensor) {
  const auto place = TestPlaceOf(finding, test);
  if (!place) return std::nullopt;
  ReadTests tests(finding);
  tests.AssumeCall(test, values::DType::Bool, tensor, ".bool()");
  return WhyNotMended(finding, tests, {*place});
}

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read =
      finding.IsInFunction() ? HostReadOf(finding, finding.expr) : std::nullopt;
  if (!read || (read->how != "item" && read->how != "int")) return std::nullopt;
  const ExprId number = OnlyReadOf(finding);
  const syntax::Compare* search = number ? SearchOf(finding, number) : nullptr;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!search || !HoldsWholeNumbers(finding, search->rights[0]) || !IsTensor(fact) ||
      fact.tensor->dtype != values::DType::Int)
    return std::nullopt;
  const ExprId test = finding.parents.Parent(number);
  if (!MayBeTensor(finding, test))
    return Declined{"Python may need the bool itself; look for the number in a test"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (auto declined = WhyTestIsNotMended(finding, test, read->tensor)) return *declined;
  Rewriter rewriter(finding);
  const bool named = number != finding.expr, single = fact.tensor->rank == 0;
  if (named && !single)
    return Declined{
        "a tensor of several elements is refused where the number is read; look for it there"};
  if (named)
    rewriter.Replace(finding.expr, RenderOperand(finding, read->tensor) +
                                       std::string(Copied(finding, read->tensor)));
  const std::string tensor =
      named ? std::string(finding.Text(number)) : Render(finding, read->tensor);
  const std::string asked = CallText(rewriter.Import("graphmend.capture") + ".is_in",
                                     {tensor, std::string(finding.Text(search->rights[0]))}, 0);
  ReplaceWhole(finding, test, (search->ops[0] == CompareOp::NotIn ? "~" : "") + asked, rewriter);
  return rewriter.Finish(
      "look for it in the graph", diag::Applicability::Unsafe,
      std::string("the test is a 0-d tensor, not a bool") +
          (single ? "" : "; a tensor of several elements raises a different error") +
          AssertedAsTensor(finding, finding.parents.Statement(number)));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_and_test", "capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "look in the graph for a number among whole numbers",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .leads = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::member_by_tensor
