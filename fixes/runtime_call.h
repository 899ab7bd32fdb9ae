// The call of graphmend.runtime that takes the place of a message: what stands before its
// arguments, and what says where a stream's text goes. The arguments are no matter of this file.
//
//     logger.info("loss %s", loss)       graphmend.runtime.log(logger, "info", "loss %s", loss)
//     sys.stderr.write("done")           graphmend.runtime.print("done", end="", file="stderr")
#pragma once

#include <string>

#include "fix/finding.h"
#include "fix/message_calls.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

// `finding.expr` is the call of the message, `head` what is called instead. False where the call is
// written in a way that is not understood; then nothing is replaced.
bool ReplaceHead(const Finding& finding, const Message& message, const std::string& head,
                 Rewriter& rewriter);

// What a stream's `write` and `flush` do, by the arguments of `print`.
void ReplaceStream(const Finding& finding, const Message& message, Rewriter& rewriter);

}  // namespace graphmend::fix
