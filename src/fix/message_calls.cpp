#include "fix/message_calls.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "fix/calls.h"
#include "fix/module_scope.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kLogger = "logging.Logger.";
constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "warning", "warn",
                                                     "error", "critical", "fatal",   "log"};
// Methods that Logger does not have, but which libraries add to it; each only hands on to the
// others.
constexpr std::array<std::string_view, 4> kOnce = {"warning_once", "info_once", "debug_once",
                                                   "error_once"};

bool OneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string StreamOf(const Finding& finding, syntax::ExprId expr) {
  // A name of its own, `from sys import stderr`, stays with the stream of that moment.
  if (!finding.If<syntax::Attribute>(expr)) return "";
  const std::string name = ImportedName(finding, expr);
  return name == "sys.stdout" || name == "sys.stderr" ? name.substr(4) : "";
}

namespace {

// What the call does to a stream, where nobody asks how many characters were written: it writes a
// text or flushes. Nullopt: neither.
std::optional<Message> OnStream(const Finding& finding, const syntax::Call& call) {
  const auto* line = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (!method || !line || line->value != finding.expr) return std::nullopt;
  const bool flushes = method->name == "flush" && call.args.empty();
  const bool writes = method->name == "write" && call.args.size() == 1 &&
                      call.args[0].kind == syntax::ArgKind::Positional &&
                      finding.Fact(call.args[0].value).Is(FactKind::Str);
  std::string stream = flushes || writes ? StreamOf(finding, method->object) : "";
  if (stream.empty()) return std::nullopt;
  return Message{MessageKind::Print, {}, {}, std::move(stream), flushes};
}

}  // namespace

Recognised Recognise(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call)
    return Declined{"it is not a call; graphmend rewrites only calls that write a message"};
  if (Calls(finding).RedirectsMessages())
    return Declined{
        "code of this file changes where or how messages are written; call it outside the compiled "
        "code"};
  const infer::ExprFact& callee = finding.Fact(call->callee);
  std::string_view name = callee.Is(FactKind::Callable) ? callee.Name() : std::string_view();
  if (name.empty())
    return Declined{"the callee differs from call to call; call print or the logger directly"};
  if (name == "print") return Message{MessageKind::Print, {}, {}, {}, false};
  if (name == "warnings.warn") return Message{MessageKind::Warn, {}, {}, {}, false};
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const std::string word(method ? method->name.text() : std::string_view());
  if (Calls(finding).HandlesRecords() && name.starts_with("logging."))
    return Declined{
        "a class of this file takes log records, and may be read before the graph has run; log "
        "outside the compiled code"};
  if (name.starts_with(kLogger)) {
    if (!method) return Declined{"the method is called under another name; call it on the logger"};
    const bool added = name.ends_with(".__getattr__") && OneOf(word, kOnce);
    if (added || (name == std::string(kLogger) + word && OneOf(word, kLevels)))
      return Message{MessageKind::Log, word, method->object, {}, false};
  } else if (name == "logging." + word && OneOf(word, kLevels) &&
             finding.NameOf(method->object) == "logging") {
    return Message{MessageKind::Log, word, method->object, {}, false};
  }
  if (std::optional<Message> message = OnStream(finding, *call)) return *std::move(message);
  return Declined{"`" + std::string(name) +
                  "` does more than write a message; call it outside the compiled code"};
}

Recognised RecogniseAt(const Finding& finding, ExprId call) {
  Finding at = finding;
  at.expr = call;
  at.stmt = finding.parents.Statement(call);
  return Recognise(at);
}

const syntax::Call* MessageOf(const Finding& finding, syntax::StmtId stmt) {
  const auto* line = stmt ? finding.If<syntax::ExprStmt>(stmt) : nullptr;
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  const bool message = call && std::holds_alternative<Message>(RecogniseAt(finding, line->value));
  return message ? call : nullptr;
}

}  // namespace graphmend::fix
