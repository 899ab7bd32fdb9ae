// Elements that a mask selects on a side of a branch and that are only reduced there, with a mask
// of fixed size, so that both sides can run:
//
//     inside = bins == k                        inside = bins == k
//     if inside.sum() > 0:                      if inside.sum() > 0:
//         total += hit[inside].mean()               total += torch.where(inside, hit, 0).sum() / …
//
// Where the branch stands in a loop, Dynamo skips the function for the branch, and the selection is
// no finding of its own. What becomes of the branch is left to the fixes of such branches, in the
// next round.
#include <algorithm>
#include <string>

#include "fix/arguments.h"
#include "fix/combine.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/test_places.h"

namespace graphmend::fix::reduce_on_side {
namespace {

using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;
using values::DType;

constexpr std::string_view kTitle = "reduce with a fixed-size mask";
constexpr std::string_view kOtherLength =
    "a mask of another length raises a different error, or none where it has one element";

// The branch that asks for the tensor, or for the number read from it.
StmtId BranchAsking(const Finding& finding) {
  std::vector<ExprId> reads = {finding.expr};
  const Variables variables(finding, finding.function);
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (assign && assign->value == finding.expr && assign->targets.size() == 1)
    if (const auto slot = variables.SlotOf(assign->targets[0])) reads = variables.Reads(*slot);
  for (ExprId read : reads)
    if (const std::optional<TestPlace> place = TestPlaceOf(finding, read))
      if (place->is_branch) return place->stmt;
  return {};
}

class Side : private MaskWork {
 public:
  Side(const Finding& finding, StmtId branch) : MaskWork(finding), branch_(branch) {}

  std::optional<Proposal> Run() {
    const auto& chain = *finding_.If<syntax::If>(branch_);
    const source::Span test = finding_.tree()[chain.test].span;
    std::vector<Selection> selections;
    ForEachInside(finding_, finding_.tree()[branch_].span, [&](ExprId part) {
      const std::optional<Selection> selection = masks_.SelectionAt(part);
      if (selection && !test.Contains(finding_.tree()[part].span)) selections.push_back(*selection);
    });
    std::optional<diag::Fix> all;
    for (const Selection& selection : selections) {
      // What is a finding of its own is mended as that.
      if (finding_.Breaks(finding_.tree()[selection.expr].span)) return std::nullopt;
      std::optional<diag::Fix> one = Averaged(selection);
      if (!one) one = Reduced(selection);
      if (!one) return std::nullopt;
      if (!all) all = std::move(one);
      else if (!Combine(*all, std::move(*one))) return std::nullopt;
    }
    if (!all) return std::nullopt;
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    return *all;
  }

 private:
  // By a mask of the tensor's own shape, as anywhere else.
  std::optional<diag::Fix> Reduced(const Selection& selection) const {
    Finding at = finding_;
    at.kind = ObservationKind::BooleanMask;
    at.expr = selection.expr;
    at.stmt = finding_.parents.Statement(selection.expr);
    for (std::string_view slug : {"reduce_by_mask", "reduce_selected"}) {
      std::optional<Proposal> made = FindFix(slug)->Propose(at);
      if (made && std::holds_alternative<diag::Fix>(*made)) return std::get<diag::Fix>(*made);
    }
    return std::nullopt;
  }

  // `x[mask].mean()` by a mask of the tensor's own shape, `x[mask].mean(0)` by a mask of one
  // dimension, which is as long as the first one of the tensor.
  std::optional<diag::Fix> Averaged(const Selection& selection) const {
    const ExprId member = finding_.parents.Parent(selection.expr);
    const auto* method = finding_.If<syntax::Attribute>(member);
    const ExprId whole = finding_.parents.Parent(member);
    const auto* call = method ? finding_.If<syntax::Call>(whole) : nullptr;
    if (!call || call->callee != member || call->args.size() > 1 || !IsAveraging(method->name))
      return std::nullopt;
    const bool rows = call->args.size() == 1;
    const infer::ExprFact& tensor = finding_.Fact(selection.tensor);
    const infer::ExprFact& mask = finding_.Fact(selection.mask);
    if (!IsTensor(tensor) || !IsTensor(mask) || tensor.tensor->dtype != DType::Float ||
        terms_.Effects(selection.mask) || terms_.Effects(selection.tensor))
      return std::nullopt;
    if (rows ? !IsFirst(call->args[0]) || mask.tensor->rank != 1 || tensor.tensor->rank < 2
             : !masks_.SameShape(selection))
      return std::nullopt;
    std::string difference(kOtherOrder);
    const std::string_view exact = tensor.tensor->exact.text();
    if (method->name == "mean" && (exact.empty() || exact == "float16"))
      AddDifference(difference, kOverflows);
    AddDifference(difference, rows ? std::string(kOtherLength) : masks_.AsKnown(selection));
    return Written(selection, whole, rows ? tensor.tensor->rank : 1, method->name == "mean",
                   difference);
  }

  // `rank`: how many dimensions the mask has to have beside the first one.
  diag::Fix Written(const Selection& selection, ExprId whole, int rank, bool mean,
                    const std::string& difference) const {
    Rewriter rewriter(finding_);
    std::string columns;
    for (int i = 1; i < rank; ++i) columns += ", 1";
    const std::string mask = RenderOperand(finding_, selection.mask);
    std::string text = rewriter.Import("torch") + ".where(" + mask +
                       (columns.empty() ? "" : ".reshape(-1" + columns + ")") + ", " +
                       Render(finding_, selection.tensor) + ", 0)" +
                       (columns.empty() ? ".sum()" : ".sum(0)");
    // Of nothing the mean is NaN, and so would be the gradient of what it is combined with; where
    // the side is not taken it may as well be 0.
    if (mean)
      text = "(" + text + " / " + mask + ".sum()" +
             (IsTakenWithSome(selection) ? ".clamp(min=1)" : "") + ")";
    ReplaceWhole(finding_, whole, text, rewriter);
    return rewriter.Finish(std::string(kTitle), diag::Applicability::Unsafe, difference);
  }

  static bool IsAveraging(base::Symbol method) { return method == "mean" || method == "sum"; }

  bool IsFirst(const syntax::Arg& dim) const {
    const auto* literal = finding_.If<syntax::Literal>(dim.value);
    return (dim.kind == syntax::ArgKind::Positional || dim.name == "dim") && literal &&
           literal->kind == syntax::LiteralKind::Int && literal->integer == 0;
  }

  // Whether the side is taken only where the mask selects something.
  bool IsTakenWithSome(const Selection& selection) const {
    const auto& branch = *finding_.If<syntax::If>(branch_);
    const source::Span expr = finding_.tree()[selection.expr].span;
    return std::any_of(branch.body.begin(), branch.body.end(),
                       [&](StmtId stmt) { return finding_.tree()[stmt].span.Contains(expr); }) &&
           AsksForAny(branch.test, finding_.Text(selection.mask));
  }

  // `mask.any()`, `mask.sum() > 0`, `n > 0` of what was counted.
  bool AsksForAny(ExprId test, std::string_view mask) const {
    if (const auto* compare = finding_.If<syntax::Compare>(test)) {
      const auto* literal = finding_.If<syntax::Literal>(compare->rights[0]);
      return compare->ops.size() == 1 && literal && literal->kind == syntax::LiteralKind::Int &&
             ((compare->ops[0] == syntax::CompareOp::Gt && literal->integer >= 0) ||
              (compare->ops[0] == syntax::CompareOp::GtE && literal->integer >= 1)) &&
             IsCallOn(compare->left, "torch.Tensor.sum", mask);
    }
    return IsCallOn(test, "torch.Tensor.any", mask);
  }

  bool IsCallOn(ExprId expr, std::string_view function, std::string_view mask) const {
    if (const auto slot = variables_.SlotOf(expr)) expr = variables_.OnlyValue(*slot);
    const std::optional<HostRead> read = expr ? HostReadOf(finding_, expr) : std::nullopt;
    if (read && !read->IsText()) return IsCallOn(read->tensor, function, mask);
    const auto* call = expr ? finding_.If<syntax::Call>(expr) : nullptr;
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    return method && call->args.empty() && finding_.NameOf(call->callee) == function &&
           finding_.Text(method->object) == mask && masks_.IsStill(method->object, branch_);
  }

  const StmtId branch_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || finding.assumptions) return std::nullopt;
  const StmtId branch = BranchAsking(finding);
  return branch ? Side(finding, finding.ChainOf(branch)).Run() : std::nullopt;
}

constexpr ObservationKind kAnswers[] = {ObservationKind::BranchOn, ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_and_test", "merge_branch", "test_tensor",
                                        "capture_number", "keep_scalar"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "reduce what a mask selects on a side of a branch with a fixed-size mask",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .leads = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::reduce_on_side
