// Write a message when the graph has run.
#include "fix/declaration.h"
#include "fix/message_calls.h"
#include "fixes/deferral.h"

namespace graphmend::fix::defer_message {
namespace {

std::optional<Proposal> Propose(const Finding& finding) {
  if (finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  Recognised recognised = Recognise(finding);
  if (auto* declined = std::get_if<Declined>(&recognised)) return std::move(*declined);
  return Defer(finding, std::get<Message>(recognised)).proposal;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Print,
                                               infer::ObservationKind::Logging,
                                               infer::ObservationKind::Warning};
constexpr std::string_view kBefore[] = {"name_logger"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write a message after the graph has run",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::defer_message
