// The tensor in the place of the list that is read from it, where the list only indexes tensors:
//
//     best = scores.topk(k).indices.tolist()      best = scores.topk(k).indices
//     return docs[best]                           return docs[best]
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/variables.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::keep_positions {
namespace {

using syntax::ExprId;

// `docs[best]`, the whole index of a tensor.
bool Indexes(const Finding& finding, ExprId use) {
  const auto* item = finding.If<syntax::Subscript>(finding.parents.Parent(use));
  return item && item->index == use && IsTensor(finding.Fact(item->object));
}

// Where the list is used: right here, or as the value of a variable. Empty where that is not told.
std::vector<ExprId> UsesOf(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr || assign->targets.size() != 1)
    return {finding.expr};
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(finding.expr);
  return slot ? variables.Reads(*slot) : std::vector<ExprId>();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || read->how != "tolist" || !finding.IsInFunction()) return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (!IsTensor(fact) || fact.tensor->dtype != values::DType::Int ||
      (fact.Rank() >= 0 && fact.Rank() != 1))
    return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding);
  const auto indexes = [&](ExprId use) { return Indexes(finding, use); };
  if (std::none_of(uses.begin(), uses.end(), indexes)) return std::nullopt;
  if (!std::all_of(uses.begin(), uses.end(), indexes))
    return Declined{"the list is used for more than to index; keep the tensor for that"};
  if (auto declined = WhyNot(finding, read->tensor)) return *declined;
  Rewriter rewriter(finding);
  // A tensor of bytes would be a mask.
  const bool wide = fact.tensor->exact.text() == "int64";
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, read->tensor) + (wide ? "" : ".long()") +
                   std::string(Copied(finding, read->tensor)),
               rewriter);
  return rewriter.Finish(
      "index with the tensor", diag::Applicability::Unsafe,
      std::string("on a GPU an index that is out of range is a device-side assert after which the "
                  "process cannot use the GPU") +
          (fact.Rank() == 1 ? ""
                            : "; a tensor of another number of dimensions indexes otherwise, "
                              "without the warning"));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"capture_number", "unbind_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "index with a tensor instead of a list read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_positions
