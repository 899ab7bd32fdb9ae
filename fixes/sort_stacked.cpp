// Sort tensors in the graph in the place of sorted(): sorted(losses), where each is a 0-d tensor.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::sort_stacked {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// The list of 0-d tensors itself, or what the variable was made of.
bool HoldsScalars(const Finding& finding, ExprId list) {
  if (finding.If<syntax::Name>(list) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(list);
    list = slot ? variables.OnlyValue(*slot) : ExprId();
  }
  auto is_scalar = [&](ExprId expr) {
    const infer::ExprFact& fact = finding.Fact(expr);
    return IsTensor(fact) && fact.tensor->rank == 0;
  };
  if (const auto* made = finding.If<syntax::Comprehension>(list))
    return made->kind == syntax::ComprehensionKind::List && is_scalar(made->element);
  const auto* written = finding.If<syntax::Sequence>(list);
  return written && written->kind != syntax::SequenceKind::Set && !written->items.empty() &&
         std::all_of(written->items.begin(), written->items.end(), is_scalar);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.BuiltinName(call->callee) != "sorted") return std::nullopt;
  const ExprId list = Argument(*call, 0, ""), reverse = Argument(*call, -1, "reverse");
  if (!HasOnly(*call, 1, {"reverse"}) || !list) return std::nullopt;
  if (!HoldsScalars(finding, list)) return std::nullopt;
  if (reverse && !finding.Fact(reverse).Is(FactKind::Bool)) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  const std::string order = !reverse || IsLiteral(finding, reverse, syntax::LiteralKind::False)
                                ? ""
                                : ", descending=" + OneLine(finding, reverse);
  ReplaceWhole(finding, finding.expr,
               "list(" + torch + ".stack(" + OneLine(finding, list) + ").sort(stable=True" + order +
                   ").values.unbind())",
               rewriter);
  return rewriter.Finish("sort in the graph", Applicability::Unsafe,
                         "the list holds new tensors of one dtype; NaN counts as the greatest, and "
                         "an empty list raises");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TruthInCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "sort tensors in the graph instead of with sorted()",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::sort_stacked
