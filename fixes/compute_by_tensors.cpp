// Compute with 0-d tensors what Python computes with numbers read from them.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::compute_by_tensors {
namespace {

using syntax::ExprId;
using values::DType;

// `math.exp(t)`: in doubles, as Python does.
std::optional<Proposal> Compute(const Finding& finding, std::string_view function) {
  const ExprId tensor = finding.If<syntax::Call>(finding.expr)->args[0].value;
  const infer::ExprFact& fact = finding.Fact(tensor);
  NumberUses uses(finding);
  if (!IsTensor(fact) || fact.tensor->dtype == DType::Complex ||
      !uses.ComputedServes(finding.expr, function))
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (auto declined = WhyNot(finding, tensor, uses)) return *declined;
  Rewriter rewriter(finding);
  if (!uses.WriteConversions(rewriter, true)) return std::nullopt;
  ReplaceWhole(finding, finding.expr,
               ReadOperand(finding, tensor) + ".detach()" + std::string(Copied(finding, tensor)) +
                   (fact.tensor->rank == 0 ? "" : ".reshape(())") + ".double()." +
                   std::string(function) + "()",
               rewriter);
  return rewriter.Finish("compute with the 0-d tensor", diag::Applicability::Unsafe,
                         DifferenceOf(finding, HostRead{tensor, "float"}, uses, ".double()"));
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (const std::string_view function = MathFunction(finding, finding.expr);
      !function.empty() && finding.IsInFunction())
    return Compute(finding, function);
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || !finding.IsInFunction() ||
      (read->how != "item" && read->how != "float" && read->how != "int"))
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!IsTensor(fact)) return std::nullopt;
  const bool whole = IsWhole(fact.tensor->dtype);
  if (read->how == "int" && !whole) return std::nullopt;
  NumberUses uses(finding);
  if (!uses.Serves(finding.expr)) return std::nullopt;
  if (auto declined = WhyNot(finding, read->tensor, uses)) return *declined;
  Rewriter rewriter(finding);
  std::string_view conversion = Conversion(fact.tensor->dtype, uses);
  if (!uses.WriteConversions(rewriter, conversion == ".double()"))
    return Declined{
        "it is computed in doubles, and the dtype of the 0-d tensor that it is combined with is "
        "not known; keep the 0-d tensor"};
  if (read->how == "float" && whole) conversion = ".double()";
  ReplaceWhole(finding, finding.expr,
               ReadOperand(finding, read->tensor) + ".detach()" +
                   std::string(Copied(finding, read->tensor)) +
                   (fact.tensor->rank == 0 ? "" : ".reshape(())") + std::string(conversion),
               rewriter);
  return rewriter.Finish("compute with the 0-d tensor", diag::Applicability::Unsafe,
                         DifferenceOf(finding, *read, uses, conversion));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_and_test", "read_before_call"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute with 0-d tensors what Python computes with numbers read from them",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_by_tensors
