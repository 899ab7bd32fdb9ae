// Leave a tensor that a message shows to the deferred message: A read of a tensor, or a text made
// of one, inside the arguments of a message.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/message_calls.h"
#include "fixes/deferral.h"

namespace graphmend::fix::defer_with_message {
namespace {

using syntax::ExprId;

std::optional<Proposal> Propose(const Finding& finding) {
  if (finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  for (ExprId outer = finding.expr; outer; outer = finding.parents.Parent(outer)) {
    if (!finding.If<syntax::Call>(outer)) continue;
    Finding whole = finding;
    whole.expr = outer;
    Recognised recognised = Recognise(whole);
    const auto* message = std::get_if<Message>(&recognised);
    if (!message) continue;
    auto [proposal, mended] = Defer(whole, *message);
    if (std::holds_alternative<Declined>(proposal)) return proposal;
    if (std::find(mended.begin(), mended.end(), finding.expr) != mended.end()) return proposal;
    return Declined{"the message computes with the number that is read; compute with the tensor"};
  }
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorText};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "leave a tensor that a message shows to the deferred message",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::defer_with_message
