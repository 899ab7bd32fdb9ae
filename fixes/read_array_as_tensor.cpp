// A number that is read from an array of NumPy, as one that is read from a tensor:
// `float(np.mean(a))`, `float(torch.as_tensor(np.mean(a)))`. The array is a tensor of the graph,
// and what is known of numbers that are read from tensors then holds for it.
#include <algorithm>
#include <vector>

#include "captured.h"
#include "fix/captured_uses.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::read_array_as_tensor {
namespace {

using syntax::ExprId;

// Whether what is done with the number can be done with a 0-d tensor, or with a symbol of the
// graph.
bool IsMendedAsTensor(const Finding& finding) {
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(finding.expr);
  const std::vector<ExprId> uses =
      slot ? variables.Reads(*slot) : std::vector<ExprId>{finding.expr};
  return std::all_of(uses.begin(), uses.end(),
                     [&](ExprId use) { return ServesAsTensor(finding, use); }) ||
         NumberUses(finding).Serves(finding.expr) ||
         CapturedUses(finding, EntryOf(finding)).Goes(Captured::Number, finding.expr);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || !finding.IsInFunction() || read->IsText() || read->how == "tolist")
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!fact.Is(infer::FactKind::Tensor) || !fact.tensor || !fact.tensor->numpy) return std::nullopt;
  const values::DType dtype = fact.tensor->dtype;
  // `int` of a fraction is Python's own.
  if (read->how == "int" && dtype != values::DType::Int && dtype != values::DType::Bool)
    return std::nullopt;
  if (fact.tensor->rank != 0)
    return Declined{"the array is not known to have no dimensions; index it, or use torch"};
  // As a number of a tensor it breaks the graph as well, unless what is done with it is mended.
  if (!IsMendedAsTensor(finding))
    return Declined{"Python needs the number itself here; use torch, and keep the 0-d tensor"};
  Rewriter rewriter(finding);
  const Code torch = Code::Place(rewriter.Import("torch"));
  rewriter.Replace(read->tensor,
                   torch.Method("as_tensor", {Code::Of(finding, read->tensor)}).Text());
  return rewriter.Finish("read the number from a tensor that holds the array's",
                         diag::Applicability::Unsafe,
                         "a number of a dtype that torch does not have, such as a long double, "
                         "raises a TypeError; a tensor that `numpy()` refuses, such as one of "
                         "bfloat16 or on a GPU, raises no error when compiled");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "read a number of an array of NumPy from a tensor",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::read_array_as_tensor
