#include "fix/message_calls.h"

#include <algorithm>
#include <array>
#include <span>

#include "fix/module_scope.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;

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
  const std::string name = ImportedName(finding, expr);
  return name == "sys.stdout" || name == "sys.stderr" ? name.substr(4) : "";
}

namespace {

// The stream that the call writes a text to, where nobody asks how many characters were written.
std::string WrittenTo(const Finding& finding, const syntax::Call& call) {
  const auto* line = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (!method || method->name != "write" || !line || line->value != finding.expr ||
      call.args.size() != 1 || call.args[0].kind != syntax::ArgKind::Positional ||
      !finding.Fact(call.args[0].value).Is(FactKind::Str))
    return "";
  return StreamOf(finding, method->object);
}

}  // namespace

Recognised Recognise(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call)
    return Declined{"it is not a call; graphmend rewrites only calls that write a message"};
  const infer::ExprFact& callee = finding.Fact(call->callee);
  std::string_view name = callee.Is(FactKind::Callable) ? callee.Name() : std::string_view();
  if (name.empty())
    return Declined{"the callee differs from call to call; call print or the logger directly"};
  if (name == "print") return Message{MessageKind::Print, {}, {}, {}};
  if (name == "warnings.warn") return Message{MessageKind::Warn, {}, {}, {}};
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const std::string word(method ? method->name.text() : std::string_view());
  if (name.starts_with(kLogger)) {
    if (!method) return Declined{"the method is called under another name; call it on the logger"};
    const bool added = name.ends_with(".__getattr__") && OneOf(word, kOnce);
    if (added || (name == std::string(kLogger) + word && OneOf(word, kLevels)))
      return Message{MessageKind::Log, word, method->object, {}};
  } else if (name == "logging." + word && OneOf(word, kLevels) &&
             finding.NameOf(method->object) == "logging") {
    return Message{MessageKind::Log, word, method->object, {}};
  }
  if (const std::string stream = WrittenTo(finding, *call); !stream.empty())
    return Message{MessageKind::Print, {}, {}, stream};
  return Declined{"`" + std::string(name) +
                  "` does more than write a message; call it outside the compiled code"};
}

}  // namespace graphmend::fix
