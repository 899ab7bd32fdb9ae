// Numbers that are read from a tensor, that Python computes with and that only tensors take in the
// end: the same is computed by tensors without dimensions, in doubles, as Python does it.
//
//     peak = x.abs().max().item()     peak = x.abs().max().detach().double()
//     scale = peak / 127.0            scale = peak / 127.0
//     return x / scale                return x / scale
#include "fix/arguments.h"
#include "fix/failures.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fix/transformations.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;
using values::DType;

// Why a number cannot be a tensor, or the tensor that is to be read.
std::optional<Declined> WhyNot(const Finding& finding, ExprId tensor) {
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (fact.tensor->rank != 0 && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (!IsNewTensor(finding, tensor) && IsChangedInPlace(finding, tensor))
    return Declined{std::string(kChanged)};
  return std::nullopt;
}

// The numbers in the dtype that Python computes them in.
std::string_view Conversion(DType dtype, const NumberUses& uses) {
  if (!uses.computed()) return "";
  const bool whole = dtype == DType::Int || dtype == DType::Bool;
  return whole && uses.whole() ? ".long()" : ".double()";
}

std::string DifferenceOf(const Finding& finding, const HostRead& read, const NumberUses& uses,
                         std::string_view conversion) {
  const infer::ExprFact& fact = finding.Fact(read.tensor);
  const bool whole = fact.tensor->dtype == DType::Int || fact.tensor->dtype == DType::Bool;
  std::string difference =
      "where the tensor has another dtype than what it is combined with, the result may have "
      "another one, too; on a GPU a quotient may differ in the last bit";
  difference += uses.Difference();
  // What the mean of complex numbers is, is taken to be floating, too.
  if (!whole && fact.tensor->exact.text().empty() && (!conversion.empty() || read.how == "float"))
    difference += "; of a complex number only the real part is taken";
  if (fact.tensor->rank != 0 && read.how != "tolist")
    difference += "; a tensor of several elements raises another error";
  if (!read.IsMethod() && !whole)
    difference += "; the warning of `float()` about a tensor that requires a gradient is lost";
  return difference;
}

}  // namespace

std::optional<Proposal> ComputeByTensors(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || !finding.function || finding.tree()[finding.function].lambda_body ||
      (read->how != "item" && read->how != "float" && read->how != "int"))
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!IsTensor(fact)) return std::nullopt;
  const bool whole = fact.tensor->dtype == DType::Int || fact.tensor->dtype == DType::Bool;
  if (read->how == "int" && !whole) return std::nullopt;
  NumberUses uses(finding);
  if (!uses.Serves(finding.expr)) return std::nullopt;
  if (auto declined = WhyNot(finding, read->tensor)) return *declined;
  Rewriter rewriter(finding);
  if (!uses.WriteConversions(rewriter))
    return Declined{
        "it is computed in doubles, and the dtype of the tensor without dimensions that it is "
        "combined with is not known; keep the 0-d tensor"};
  std::string_view conversion = Conversion(fact.tensor->dtype, uses);
  if (read->how == "float" && whole) conversion = ".double()";
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, read->tensor, {}) + ".detach()" +
                   (fact.tensor->rank == 0 ? "" : ".reshape(())") + std::string(conversion),
               rewriter);
  return rewriter.Finish("compute with the 0-d tensor", diag::Applicability::Unsafe,
                         DifferenceOf(finding, *read, uses, conversion));
}

// weights = x.tolist(), of which Python makes sums before a tensor takes them
std::optional<Proposal> ComputeListByTensors(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || read->how != "tolist" || !finding.function ||
      finding.tree()[finding.function].lambda_body)
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  NumberUses uses(finding);
  if (!IsTensor(fact) || !uses.ListServes(finding.expr)) return std::nullopt;
  if (fact.tensor->rank > 1)
    return Declined{"it is a list of lists; flatten the tensor before, or keep it"};
  if (auto declined = WhyNot(finding, read->tensor)) return *declined;
  Rewriter rewriter(finding);
  if (!uses.WriteConversions(rewriter)) return std::nullopt;
  const std::string_view conversion = Conversion(fact.tensor->dtype, uses);
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, read->tensor, {}) + ".detach()" + std::string(conversion) +
                   ".unbind()",
               rewriter);
  std::string difference = DifferenceOf(finding, *read, uses, conversion);
  if (fact.tensor->rank != 1)
    difference += "; `" + std::string(finding.Text(read->tensor)) + "` has to have one dimension";
  return rewriter.Finish("compute with the 0-d tensors", diag::Applicability::Unsafe, difference);
}

}  // namespace graphmend::fix
