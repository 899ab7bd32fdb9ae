// Compute a list of numbers by 0-d tensors: weights = x.tolist(), of which Python makes sums
// before a tensor takes them.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::compute_list_by_tensors {
namespace {

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || read->how != "tolist" || !finding.IsInFunction()) return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  NumberUses uses(finding);
  if (!IsTensor(fact) || !uses.ListServes(finding.expr)) return std::nullopt;
  if (fact.tensor->rank > 1)
    return Declined{"it is a list of lists; flatten the tensor first, or keep it"};
  if (auto declined = WhyNot(finding, read->tensor, uses)) return *declined;
  Rewriter rewriter(finding);
  const std::string_view conversion = Conversion(fact.tensor->dtype, uses);
  if (!uses.WriteConversions(rewriter, conversion == ".double()")) return std::nullopt;
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, read->tensor) + ".detach()" +
                   std::string(Copied(finding, read->tensor)) + std::string(conversion) +
                   ".unbind()",
               rewriter);
  std::string difference = DifferenceOf(finding, *read, uses, conversion);
  if (fact.tensor->rank != 1)
    difference += "; `" + std::string(finding.Text(read->tensor)) + "` must have one dimension";
  return rewriter.Finish("compute with the 0-d tensors", diag::Applicability::Unsafe, difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute a list of numbers with 0-d tensors",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_list_by_tensors
