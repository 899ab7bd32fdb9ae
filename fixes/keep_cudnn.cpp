// Run a block with cuDNN as it is set.
#include <algorithm>

#include "fix/declaration.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::keep_cudnn {
namespace {

using diag::Applicability;

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with || !finding.function || CalledIn(finding, finding.expr) != "torch.backends.cudnn.flags")
    return std::nullopt;
  const auto item = std::find_if(with->items.begin(), with->items.end(),
                                 [&](const auto& one) { return one.context == finding.expr; });
  if (item == with->items.end() || item->target || with->is_async) return std::nullopt;
  Rewriter rewriter(finding);
  if (with->items.size() > 1) {
    const bool last = item + 1 == with->items.end();
    const source::Span span = finding.tree()[finding.expr].span;
    const source::Span beside = finding.tree()[(last ? item - 1 : item + 1)->context].span;
    if (last && (item - 1)->target) return std::nullopt;
    rewriter.Replace(
        last ? source::Span{beside.end, span.end} : source::Span{span.begin, beside.begin}, "");
  } else if (!Unwrap(finding, finding.stmt, *with, 0, rewriter)) {
    return Declined{"the block is written in a form that cannot be moved; remove its header"};
  }
  return rewriter.Finish(
      "run the block with cuDNN as it is set", Applicability::Unsafe,
      "on a GPU, cuDNN computes what is inside with the settings made elsewhere");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a block with cuDNN as it is set",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_cudnn
