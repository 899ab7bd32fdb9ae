// Sort tensors in the graph in the place of sorted(losses) and losses.sort(), where each is a 0-d
// tensor.
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

bool IsScalar(const Finding& finding, ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  return IsTensor(fact) && fact.tensor->rank == 0;
}

// `losses.sort()`, where the read is `losses`.
const syntax::Call* SortsInPlace(const Finding& finding, ExprId read) {
  const ExprId outer = finding.parents.Parent(read);
  const auto* method = finding.If<syntax::Attribute>(outer);
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(outer));
  return method && method->name == "sort" && call && call->callee == outer ? call : nullptr;
}

// `losses.append(loss)`, where the read is `losses` and `loss` a 0-d tensor.
bool AppendsScalar(const Finding& finding, ExprId read) {
  const ExprId outer = finding.parents.Parent(read);
  const auto* method = finding.If<syntax::Attribute>(outer);
  if (!method || method->name != "append") return false;
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(outer));
  return call && call->callee == outer && HasOnly(*call, 1, {}) &&
         IsScalar(finding, call->args[0].value);
}

// Whether the read leaves the list as it is: by a builtin, by torch, or of one item.
bool LeavesList(const Finding& finding, ExprId read) {
  const auto* item = finding.If<syntax::Subscript>(finding.parents.Parent(read));
  if (item && item->object == read && !finding.If<syntax::Slice>(item->index))
    return !IsTarget(finding, finding.parents.Parent(read));
  if (SortsInPlace(finding, read)) return true;
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(read));
  if (!call || call->callee == read) return false;
  const std::string_view builtin = finding.BuiltinName(call->callee);
  return builtin == "sorted" || builtin == "len" || builtin == "sum" ||
         finding.NameOf(call->callee).starts_with("torch.");
}

// The list of 0-d tensors itself, or what the variable was made of, and 0-d tensors appended to it.
bool HoldsScalars(const Finding& finding, ExprId list) {
  bool appended = false;
  if (finding.If<syntax::Name>(list) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(list);
    if (!slot || variables.IsCaptured(*slot)) return false;
    for (ExprId read : variables.Reads(*slot)) {
      if (AppendsScalar(finding, read)) appended = true;
      else if (!LeavesList(finding, read)) return false;
    }
    list = variables.OnlyValue(*slot);
  }
  if (const auto* made = finding.If<syntax::Comprehension>(list))
    return made->kind == syntax::ComprehensionKind::List && IsScalar(finding, made->element);
  const auto* written = finding.If<syntax::Sequence>(list);
  return written && written->kind != syntax::SequenceKind::Set &&
         (appended || !written->items.empty()) &&
         std::all_of(written->items.begin(), written->items.end(),
                     [&](ExprId item) { return IsScalar(finding, item); });
}

// The variable that is sorted by a statement of its own, and that nobody else knows the list by.
ExprId SortedInPlace(const Finding& finding, const syntax::Call& call) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (!stmt || stmt->value != finding.expr || !method || !finding.IsInFunction() ||
      !finding.If<syntax::Name>(method->object))
    return {};
  return SortsInPlace(finding, method->object) ? method->object : ExprId();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const bool copies = finding.BuiltinName(call->callee) == "sorted";
  const ExprId list = copies ? Argument(*call, 0, "") : SortedInPlace(finding, *call);
  const ExprId reverse = Argument(*call, -1, "reverse");
  if (!HasOnly(*call, copies ? 1 : 0, {"reverse"}) || !list) return std::nullopt;
  if (!HoldsScalars(finding, list)) return std::nullopt;
  if (reverse && !finding.Fact(reverse).Is(FactKind::Bool)) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  const std::string order = !reverse || IsLiteral(finding, reverse, syntax::LiteralKind::False)
                                ? ""
                                : ", descending=" + Render(finding, reverse);
  ReplaceWhole(finding, finding.expr,
               (copies ? "" : std::string(finding.Text(list)) + " = ") + "list(" + torch +
                   ".stack(" + Render(finding, list) + ").sort(stable=True" + order +
                   ").values.unbind())",
               rewriter);
  return rewriter.Finish("sort in the graph", Applicability::Unsafe,
                         "the list holds new tensors of one dtype that share their memory, so that "
                         "autograd refuses changes of them in place; NaN counts as the greatest, "
                         "and an empty list raises");
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
