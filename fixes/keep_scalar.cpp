// Keep a 0-d tensor in the place of a number read from it: scale = t.item(), where `scale` only
// scales tensors.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::keep_scalar {
namespace {

using diag::Applicability;
using syntax::ExprId;

// What is done with the number.
struct Uses {
  bool index = false;     // it selects from tensors, as a number or a tensor of one does
  bool bounded = false;   // max or min take it
  bool assigned = false;  // a variable keeps it
  bool wraps = false;     // it is added to, and may have few bits
};

Proposal KeepAsTensor(const Finding& finding, ExprId tensor, const Uses& uses) {
  const auto [index, bounded, assigned, wraps] = uses;
  const infer::ExprFact& fact = finding.Fact(tensor);
  const bool single = fact.tensor && fact.tensor->rank == 0;
  if (!single && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (index && !IsIntTensor(fact))
    return Declined{"it is not known to be an integer, which selects as a tensor does"};
  // Bytes select as a mask.
  const bool bytes = wraps || (index && fact.tensor->exact.text() != "int64");
  Rewriter rewriter(finding);
  const std::string kept = ReadByItem(finding, finding.expr) ? WithoutCall(finding, finding.expr)
                                                             : ReadOperand(finding, tensor);
  rewriter.Replace(finding.expr, kept + ".detach()" +
                                     std::string(assigned ? Copied(finding, tensor) : "") +
                                     (bytes ? ".long()" : ""));
  std::string difference =
      "where the tensor's dtype differs from that of what it is combined with, the result's dtype "
      "or last bits may differ, too; on a GPU a quotient may differ in the last bit";
  if (index) difference += "; what it selects as an index is a copy, not a view";
  if (bounded && !IsIntTensor(fact))
    difference += "; a complex number in `max` or `min` raises a different error";
  if (!single)
    difference += "; a tensor of several elements is not refused, or raises a different error";
  return rewriter.Finish("keep the 0-d tensor", Applicability::Unsafe, difference);
}

// Whole numbers of few bits, or bools, which tensors do not compute with as Python does.
bool MayWrap(const infer::ExprFact& fact) {
  return fact.tensor && fact.tensor->exact.text() != "int64" && IsWhole(fact.tensor->dtype);
}

// What `max(number, 1.0)` and `min(number, 1.0)` give, as far out as there are such calls.
ExprId BoundedBy(const Finding& finding, ExprId number) {
  ExprId outer = finding.parents.Parent(number);
  for (; IsBoundOf(finding, outer, number); outer = finding.parents.Parent(number)) number = outer;
  return number;
}

// To a number that is written there.
bool IsAdded(const Finding& finding, ExprId use) {
  const auto& sum = *finding.If<syntax::Binary>(finding.parents.Parent(use));
  return finding.If<syntax::Literal>(sum.left == use ? sum.right : sum.left) != nullptr;
}

// The tensor of `t.item()`, and of `int(t)` and `bool(t)` where that is what it holds.
ExprId NumberReadBy(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->how == "item") return read ? read->tensor : ExprId();
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!IsTensor(fact)) return {};
  const bool held = (read->how == "int" && IsIntTensor(fact)) ||
                    (read->how == "bool" && fact.tensor->dtype == values::DType::Bool);
  return held ? read->tensor : ExprId();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId tensor = NumberReadBy(finding, finding.expr);
  if (!tensor || !finding.IsInFunction()) return std::nullopt;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  std::vector<ExprId> uses = {finding.expr};
  if (assign) {
    const Variables variables(finding, finding.function);
    if (assign->value != BoundedBy(finding, finding.expr) || assign->targets.size() != 1)
      return std::nullopt;
    std::optional<std::uint32_t> slot = variables.SlotOf(assign->targets[0]);
    if (!slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1)
      return std::nullopt;
    for (ExprId read : variables.Reads(*slot))
      if (!ServesAsTensor(finding, read))
        return Declined{
            "`" + variables.Name(*slot) +
            "` is also used as a Python number; keep the 0-d tensor where one can be used"};
    uses = variables.Reads(*slot);
  } else if (!ServesAsTensor(finding, finding.expr)) {
    return std::nullopt;
  }
  if (assign && !IsNewTensor(finding, tensor) &&
      (IsChangedInPlace(finding, tensor) || MayBeChangedByAlias(finding, tensor)))
    return Declined{std::string(kChanged)};
  const bool wraps =
      MayWrap(finding.Fact(tensor)) && std::any_of(uses.begin(), uses.end(), [&](ExprId use) {
        return finding.If<syntax::Binary>(finding.parents.Parent(use)) && IsAdded(finding, use);
      });
  const bool index =
      std::any_of(uses.begin(), uses.end(), [&](ExprId use) { return SelectsByIt(finding, use); });
  const bool bounded = BoundedBy(finding, finding.expr) != finding.expr ||
                       std::any_of(uses.begin(), uses.end(), [&](ExprId use) {
                         return finding.If<syntax::Call>(finding.parents.Parent(use)) != nullptr;
                       });
  return KeepAsTensor(finding, tensor, {index, bounded, assign != nullptr, wraps});
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "read_before_call"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep a 0-d tensor instead of a number read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_scalar
