// What a message of compiled code (print, logging, warnings) is made of, to be written when the
// graph has run.
//
// `runtime` puts graphmend.runtime in the place of the call: the same arguments, but for numbers
// read from tensors (`loss.item()`) and f-strings of tensors, which are handed over as they are and
// turned to text when the message is emitted. What else the arguments compute stays where it is.
//
// Safe, but where a text would show what only the eager run knows: the `grad_fn` of a tensor, or an
// object that the same call changes.
#pragma once

#include <vector>

#include "fix/finding.h"
#include "fix/message_calls.h"

namespace graphmend::fix {

struct Deferred {
  Proposal proposal;
  // Expressions whose break goes with the message: reads and texts that are deferred.
  std::vector<syntax::ExprId> mended;
};
// `finding.expr` is the call.
Deferred Defer(const Finding& finding, const Message& message);

}  // namespace graphmend::fix
