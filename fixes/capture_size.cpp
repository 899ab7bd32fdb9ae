// A size that depends on data, kept in the graph as a symbol where it comes about:
//
//     keep = nms(boxes, scores, 0.5)     with graphmend.capture.sizes():
//                                            keep = nms(boxes, scores, 0.5)
//
// For what cannot be counted first (count_selected.cpp), in files that compile nothing themselves,
// so that no flag can be set there (capture_by_flag.cpp). `captured_uses.h` says where what has
// such a size may go; all that has one in the statement is followed.
#include <algorithm>

#include "captured.h"
#include "fix/declaration.h"
#include "fix/failures.h"

namespace graphmend::fix::capture_size {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;

// Whether all that breaks in the statement does so for such a size, and goes where torch takes it.
// Another break in the block would give up the frame.
bool FollowsAll(const Finding& finding, CapturedUses& uses) {
  const source::Span own = finding.tree()[finding.stmt].span;
  return std::all_of(finding.breaks.begin(), finding.breaks.end(), [&](source::Span span) {
    if (!own.Contains(span)) return true;
    const ExprId expr = finding.parents.ExprAt(span);
    if (!SelectsByData(finding, expr)) return false;
    return !IsTarget(finding, expr) && FollowSized(finding, uses, expr);
  });
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !BreaksForSize(finding) || HasWrongSize(finding))
    return std::nullopt;
  Rewriter rewriter(finding);
  const source::Span own = finding.tree()[finding.stmt].span;
  if (!SelectsByData(finding, finding.expr) || !IsWrappable(finding, rewriter) ||
      !OnlyComputes(finding, own, true))
    return std::nullopt;
  CapturedUses uses(finding, EntryOf(finding));
  if (!FollowsAll(finding, uses) || uses.bounds_slices()) return std::nullopt;
  if (SeesChanges(finding)) return Declined{std::string(kChanged)};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  WrapStatement(finding, "with " + rewriter.Import("graphmend.capture") + ".sizes():\n", rewriter);
  return rewriter.Finish("capture its size in the graph", Applicability::Unsafe,
                         "an error that such a size raises is a different one when compiled, an "
                         "index out of its range "
                         "included, and elements that are combined must be equal in number" +
                             OutOfView(finding, uses));
}

constexpr ObservationKind kAnswers[] = {ObservationKind::DynamicShape,
                                        ObservationKind::BooleanMask};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "capture a size that depends on data where it comes about",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_size
