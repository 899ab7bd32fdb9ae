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

// Whether its text is the same when the message is written, and asks for no tensor.
bool IsShownAsItIs(const infer::ExprFact& fact);
// Whether it is a container, or a number or text that one may stand beside.
bool IsContainerOrPlain(const infer::ExprFact& fact);
// Whether it may be a tensor, also where nothing is known of it.
bool MayBeTensor(const infer::ExprFact& fact);
// Whether it may be a tensor, or is made of what is read from one: its text is made later.
bool IsMadeLater(const Finding& finding, syntax::ExprId expr);

}  // namespace graphmend::fix
