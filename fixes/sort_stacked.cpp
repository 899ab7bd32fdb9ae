// Sort tensors in the graph in the place of sorted(losses) and losses.sort(), where each has one
// element: Python refuses to compare others.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/sorted_lists.h"

namespace graphmend::fix::sort_stacked {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// What is known of the tensors of a list.
enum class Held { Unknown, Tensors, Scalars };

Held HeldBy(const Finding& finding, ExprId item) {
  const infer::ExprFact& fact = finding.Fact(item);
  if (!IsTensor(fact)) return Held::Unknown;
  return fact.tensor->rank == 0 ? Held::Scalars : Held::Tensors;
}

// What it was made to hold: by a display or a comprehension, or as the parts of a tensor.
Held MadeToHold(const Finding& finding, ExprId list, bool may_be_empty) {
  if (const auto* made = finding.If<syntax::Comprehension>(list))
    return made->kind == syntax::ComprehensionKind::List ? HeldBy(finding, made->element)
                                                         : Held::Unknown;
  if (const auto* call = finding.If<syntax::Call>(list)) {
    const bool is_list = finding.BuiltinName(call->callee) == "list" && HasOnly(*call, 1, {});
    const infer::ExprFact* whole = is_list ? &finding.Fact(call->args[0].value) : nullptr;
    if (!whole || !IsTensor(*whole)) return Held::Unknown;
    return whole->tensor->rank == 1 ? Held::Scalars : Held::Tensors;
  }
  const auto* written = finding.If<syntax::Sequence>(list);
  if (!written || written->kind == syntax::SequenceKind::Set) return Held::Unknown;
  if (written->items.empty() && !may_be_empty) return Held::Unknown;
  Held held = Held::Scalars;
  for (ExprId item : written->items) held = std::min(held, HeldBy(finding, item));
  return held;
}

// What the list holds, which stands there itself, or is a variable that only gets more appended.
Held HeldIn(const Finding& finding, ExprId list) {
  Held held = Held::Scalars;
  bool appended = false;
  if (finding.If<syntax::Name>(list) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(list);
    if (!slot || variables.IsCaptured(*slot)) return Held::Unknown;
    for (ExprId read : variables.Reads(*slot)) {
      const ExprId added = Appended(finding, read);
      appended |= static_cast<bool>(added);
      if (added) held = std::min(held, HeldBy(finding, added));
      else if (!LeavesList(finding, read)) return Held::Unknown;
    }
    list = variables.OnlyValue(*slot);
  }
  return std::min(held, MadeToHold(finding, list, appended));
}

ExprId InPlace(const Finding& finding) {
  return finding.IsInFunction() ? SortedInPlace(finding, finding.expr) : ExprId();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const bool copies = finding.BuiltinName(call->callee) == "sorted";
  const ExprId list = copies ? Argument(*call, 0, "") : InPlace(finding);
  const ExprId reverse = Argument(*call, -1, "reverse");
  if (!HasOnly(*call, copies ? 1 : 0, {"reverse"}) || !list) return std::nullopt;
  const Held held = HeldIn(finding, list);
  if (held == Held::Unknown) return std::nullopt;
  if (reverse && !finding.Fact(reverse).Is(FactKind::Bool)) return std::nullopt;
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  if (auto declined = WhyNotCopied(finding, finding.expr)) return *declined;
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  ReplaceWhole(finding, finding.expr,
               (copies ? "" : std::string(finding.Text(list)) + " = ") + "list(" + torch +
                   ".stack(" + Render(finding, list) + ").sort(" +
                   (held == Held::Scalars ? "" : "dim=0, ") + "stable=True" +
                   OrderOf(finding, reverse) + ").values.unbind())",
               rewriter);
  std::string difference = std::string(kCopiedList) +
                           "; NaN counts as the greatest, an empty list raises, and so does one "
                           "complex number";
  if (held != Held::Scalars)
    difference += "; of tensors with several elements each is sorted by its place, not refused";
  return rewriter.Finish("sort in the graph", Applicability::Unsafe, std::move(difference));
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
