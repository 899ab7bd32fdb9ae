// detach() in the place of torch.autograd.Variable, which gives a tensor without its history since
// tensors and variables are one, and of a torch.nn.Parameter that nobody keeps.
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/dataflow.h"
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

// A parameter that is only computed with here: its gradient goes nowhere. `viewed`: views of it may
// be handed on, for it has none.
bool IsOnlyComputedWith(const Finding& finding, ExprId expr, bool viewed) {
  ExprId outer = finding.parents.Parent(expr);
  if (finding.If<syntax::Binary>(outer)) return true;
  const auto* method = finding.If<syntax::Attribute>(outer);
  if (method && method->object == expr) {
    expr = {};
    outer = finding.parents.Parent(outer);
  }
  const auto* call = finding.If<syntax::Call>(outer);
  if (!call || call->callee == expr) return false;
  const models::Traits callee = finding.Fact(call->callee).traits;
  return callee.op != models::OpKind::Unknown && !callee.ChangesArguments() &&
         (viewed || callee.op != models::OpKind::View);
}

// Where the parameter is read: reads of another value of its variable aside.
std::vector<ExprId> ReadsOf(const Finding& finding, const syntax::Assign& assign) {
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(assign.targets[0]);
  if (!slot || variables.IsCaptured(*slot)) return {};
  std::vector<ExprId> reads;
  for (ExprId read : variables.Reads(*slot)) {
    const Definitions& definitions = finding.Flow().Of(read);
    const bool other =
        std::none_of(definitions.begin(), definitions.end(), [&](const flow::Inst* one) {
          return !one || Dataflow::IsMerge(one) || one->stmt == finding.stmt;
        });
    if (!other) reads.push_back(read);
  }
  return reads;
}

bool IsNotHandedOn(const Finding& finding, bool viewed) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr || assign->targets.size() != 1)
    return IsOnlyComputedWith(finding, finding.expr, viewed);
  const std::vector<ExprId> reads = ReadsOf(finding, *assign);
  return !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    return IsOnlyComputedWith(finding, read, viewed) && !IsChanged(finding, read);
  });
}

constexpr std::string_view kHandedOn = "the parameter is handed on; make it in `__init__`";

Verdict OfConstantParameter(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor) || !finding.IsInFunction() ||
      !IsLiteral(finding, holes["flag"], syntax::LiteralKind::False))
    return std::nullopt;
  if (!IsNotHandedOn(finding, true)) return Declined{std::string(kHandedOn)};
  return OfTensor(finding, holes);
}

Verdict OfParameter(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(FactKind::Tensor) || !finding.IsInFunction())
    return std::nullopt;
  if (!IsNotHandedOn(finding, false)) return Declined{std::string(kHandedOn)};
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
        .match = "torch.nn.Parameter($x, requires_grad=$flag)",
        .where = OfConstantParameter,
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
