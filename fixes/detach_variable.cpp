// detach() in the place of torch.autograd.Variable, which gives a tensor without its history since
// tensors and variables are one, and of a torch.nn.Parameter that nobody keeps.
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix::detach_variable {
namespace {

using infer::FactKind;
using syntax::ExprId;

Verdict OfTensor(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor))
    return Declined{"this is not known to be a tensor"};
  return Sure{diag::Applicability::Unsafe, "an instance of a subclass of Tensor stays one"};
}

Verdict WithoutGradient(const Finding& finding, const Holes& holes) {
  if (!IsLiteral(finding, holes["flag"], syntax::LiteralKind::False))
    return Declined{"a tensor whose gradient is wanted must be made outside the compiled code"};
  return OfTensor(finding, holes);
}

// A parameter that is only computed with here: its gradient goes nowhere.
bool IsOnlyComputedWith(const Finding& finding, ExprId expr) {
  const ExprId outer = finding.parents.Parent(expr);
  if (finding.If<syntax::Binary>(outer)) return true;
  const auto* call = finding.If<syntax::Call>(outer);
  return call && call->callee != expr &&
         finding.Fact(call->callee).traits.op != models::OpKind::Unknown;
}

Verdict OfParameter(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor) || !finding.IsInFunction())
    return std::nullopt;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  bool only = IsOnlyComputedWith(finding, finding.expr);
  if (assign && assign->value == finding.expr && assign->targets.size() == 1) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(assign->targets[0]);
    const std::vector<ExprId> reads =
        slot && !variables.IsCaptured(*slot) ? variables.Reads(*slot) : std::vector<ExprId>();
    only = !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      return IsOnlyComputedWith(finding, read) && !IsChanged(finding, read);
    });
  }
  if (!only) return Declined{"the parameter is handed on; make it in `__init__`"};
  return Sure{
      diag::Applicability::Unsafe,
      "what is computed from it requires no gradient where nothing else does; an instance of a "
      "subclass of Tensor stays one; one of integers is not refused"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "torch.nn.Parameter($x)",
        .where = OfParameter,
        .replace = "$x.detach()",
        .title = "detach the tensor",
    },
    {
        .match = "torch.autograd.variable.Variable($x)",
        .where = OfTensor,
        .replace = "$x.detach()",
        .title = "detach the tensor",
    },
    {
        .match = "torch.autograd.variable.Variable($x, requires_grad=$flag)",
        .where = WithoutGradient,
        .replace = "$x.detach()",
        .title = "detach the tensor",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "detach a tensor instead of wrapping it in a Variable or Parameter",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::detach_variable
