// Count the elements of a mask without searching for them.
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::count_places {
namespace {

using syntax::ExprId;
using syntax::StmtId;

// `p.numel()`
bool IsNumel(const Finding& finding, ExprId count) {
  const auto* call = finding.If<syntax::Call>(count);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  return method && method->name == "numel";
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding, found->places);
  if (uses.empty()) return std::nullopt;
  const int rank = finding.Fact(found->tensor).Rank();
  const std::string tensor = RenderOperand(finding, found->tensor);
  Rewriter rewriter(finding);
  std::string asserted, without;
  for (ExprId use : uses) {
    const ExprId count = CountOf(finding, use, found->single || rank == 1);
    if (!count || MayBeChanged(finding, count) || IsGivenToMessage(finding, count))
      return std::nullopt;
    // Places without coordinates have no numbers, however many there are.
    if (!found->single && rank <= 0 && IsNumel(finding, count)) {
      if (rank == 0) return std::nullopt;
      without = "; of a `" + tensor + "` without dimensions none is counted";
    }
    const std::string text = tensor + ".count_nonzero()";
    const auto* name = finding.If<syntax::Name>(use);
    rewriter.Replace(count, use == found->places ? text : name->id.str());
    asserted = AssertedAsTensor(finding, finding.parents.Statement(count));
    if (use != found->places && uses.front() == use) rewriter.Replace(found->places, text);
  }
  return rewriter.Finish("count without searching", diag::Applicability::Unsafe,
                         std::string(kCountIsTensor) + without + asserted);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count the elements of a mask without searching for them",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::count_places
