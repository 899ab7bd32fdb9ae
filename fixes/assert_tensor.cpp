// Test or assert the tensor itself in the place of a bool read from it: assert t.item() <= n;
// assert torch.allclose(a, b).
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/rewriter.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::assert_tensor {
namespace {

using diag::Applicability;
using syntax::ExprId;

// Whether the test compares what is read once, and not by what object it is: `is` does, and a set
// or a dict, which finds a tensor by its identity.
bool IsComparedByValue(const Finding& finding, ExprId test) {
  using syntax::CompareOp;
  const auto* compare = finding.If<syntax::Compare>(test);
  if (!compare || compare->ops.size() != 1 || finding.parents.Parent(finding.expr) != test)
    return false;
  const CompareOp op = compare->ops[0];
  if (op == CompareOp::In || op == CompareOp::NotIn)
    return finding.Fact(compare->rights[0]).OneOf(infer::FactKind::List, infer::FactKind::Tuple);
  return op != CompareOp::Is && op != CompareOp::IsNot;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* assertion = finding.If<syntax::Assert>(finding.stmt);
  if (!assertion) return std::nullopt;
  const auto* message = finding.If<syntax::Literal>(assertion->message);
  if (assertion->message && (!message || message->kind != syntax::LiteralKind::Str))
    return Declined{
        "the message is not a plain string, and an assert on a tensor is traced only with one"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const std::string difference =
      "when compiled, a failure raises RuntimeError instead of AssertionError, and " +
      std::string(kLaterOnGpu) + "; a float is compared in the precision of the tensor";
  Rewriter rewriter(finding);
  if (const ExprId tensor = ReadByItem(finding, finding.expr)) {
    if (!IsComparedByValue(finding, assertion->test)) return std::nullopt;
    rewriter.Replace(finding.expr, WithoutCall(finding, finding.expr));
    return rewriter.Finish("test the tensor itself", Applicability::Unsafe,
                           difference + LostChanges(finding));
  }
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || assertion->test != finding.expr || finding.NameOf(call->callee) != "torch.allclose")
    return std::nullopt;
  rewriter.Replace(call->callee, rewriter.Import("torch") + ".isclose");
  rewriter.InsertAt(finding.tree()[finding.expr].span.end, ".all()");
  return rewriter.Finish("test with torch.isclose", Applicability::Unsafe,
                         difference + LostChanges(finding));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"fail_in_graph", "test_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test or assert the tensor itself instead of a bool read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::assert_tensor
