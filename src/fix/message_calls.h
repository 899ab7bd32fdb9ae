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
};

using Recognised = std::variant<Message, Declined>;

// What the call `finding.expr` says, or why it cannot be deferred.
Recognised Recognise(const Finding& finding);

}  // namespace graphmend::fix
