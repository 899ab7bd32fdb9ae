// Hand a loss its targets in rows in the place of selected ones.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/masks.h"
#include "fixes/loss_targets.h"

namespace graphmend::fix::pad_for_loss {
namespace {

using diag::Applicability;
using syntax::ExprId;

// Whether these lengths are what the mask counts in each row: `mask.sum(-1)`.
bool CountsRows(const Finding& finding, const Variables& variables, ExprId lengths, ExprId mask) {
  const auto counted = variables.SlotOf(lengths);
  const auto* sum = finding.If<syntax::Call>(counted ? variables.OnlyValue(*counted) : lengths);
  const auto* method = sum ? finding.If<syntax::Attribute>(sum->callee) : nullptr;
  return method && finding.NameOf(sum->callee) == "torch.Tensor.sum" && sum->args.size() == 1 &&
         Render(finding, sum->args[0].value) == "-1" && variables.SlotOf(mask) &&
         variables.SlotOf(method->object) == variables.SlotOf(mask);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr || assign->targets.size() != 1 ||
      !finding.IsInFunction())
    return std::nullopt;
  const Terms terms(finding);
  const Variables variables(finding, finding.function);
  const Masks masks(finding, terms, variables);
  const auto selection = masks.SelectionAt(finding.expr);
  const auto slot = variables.SlotOf(assign->targets[0]);
  if (!selection || !slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1)
    return std::nullopt;
  const ExprId targets = TargetsOf(finding, variables.Reads(*slot));
  const auto* loss = targets ? finding.If<syntax::Call>(finding.parents.Parent(targets)) : nullptr;
  if (!loss || finding.NameOf(loss->callee) != "torch.nn.functional.ctc_loss" ||
      Argument(*loss, 1, "targets") != targets)
    return std::nullopt;
  const ExprId lengths = Argument(*loss, 3, "target_lengths");
  if (!CountsRows(finding, variables, lengths, selection->mask) ||
      !masks.IsStill(selection->mask, finding.parents.Statement(targets)))
    return Declined{"the row lengths are not what the mask counts; pass its sum over rows"};
  if (!masks.SameShape(*selection))
    return Declined{"the mask is not known to have the shape of the targets"};
  const infer::ExprFact& fact = finding.Fact(selection->tensor);
  std::string difference = "what is selected must be at the beginning of each row";
  if (!fact.tensor || fact.tensor->rank != 2) difference += ", with one row for each sequence";
  if (std::string known = masks.AsKnown(*selection); !known.empty()) difference += "; " + known;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               rewriter.Import("torch") + ".where(" + Render(finding, selection->mask) + ", " +
                   Render(finding, selection->tensor) + ", 0)",
               rewriter);
  return rewriter.Finish("pass the loss its targets in rows", Applicability::Unsafe, difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape,
                                               infer::ObservationKind::BooleanMask};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "pass a loss its targets in rows instead of selected ones",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::pad_for_loss
