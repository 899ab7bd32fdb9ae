// Whether all that a message is given can be handed over to graphmend.runtime.
#pragma once

#include <optional>

#include "fix/finding.h"
#include "fix/message_calls.h"

namespace graphmend::fix {

// Why the call of the message cannot be deferred; nullopt where its arguments are no reason.
std::optional<Declined> WhyNotDeferred(const Finding& finding, const Message& message,
                                       const syntax::Call& call);
// Whether an argument changes a tensor in place, or calls what may: what is read when the message
// is written would show it.
bool ArgumentsChange(const Finding& finding, const syntax::Call& call);

}  // namespace graphmend::fix
