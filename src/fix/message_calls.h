// Calls that say something, by print, logging or warnings, and nothing else.
#pragma once

#include <string>
#include <variant>

#include "fix/finding.h"

namespace graphmend::fix {

enum class MessageKind { Print, Log, Warn };

// What a call says, as far as it can be deferred.
struct Message {
  MessageKind kind;
  std::string method;     // Log
  syntax::ExprId logger;  // Log
  std::string stream;     // Print that is the `write` of a stream: "stdout" or "stderr"
  bool flushes = false;   // … or its `flush`
};

using Recognised = std::variant<Message, Declined>;

// "stdout" or "stderr", where the expression is this stream of the module sys; else "".
std::string StreamOf(const Finding& finding, syntax::ExprId expr);

// What the call `finding.expr` says, or why it cannot be deferred.
Recognised Recognise(const Finding& finding);
// The same of another call of the function.
Recognised RecogniseAt(const Finding& finding, syntax::ExprId call);

// The call of a statement that writes a message, and does nothing else.
const syntax::Call* MessageOf(const Finding& finding, syntax::StmtId stmt);

}  // namespace graphmend::fix
