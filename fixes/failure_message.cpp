#include "fixes/failure_message.h"

#include <algorithm>
#include <utility>

#include "fix/module_scope.h"
#include "fix/renderer.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') out += "\\n";
    else if (code < 32 || code == 127)
      out += std::string("\\x") + kDigits[code / 16] + kDigits[code % 16];
    else out += c;
  }
  return out + "\"";
}

}  // namespace

bool FailureMessage::IsBound(ExprId name) const {
  const Terms terms(finding_);
  return terms.SlotOf(name) ? terms.IsBound(name) : finding_.Fact(name).constant.has_value();
}

void FailureMessage::See(std::string_view text) {
  plain_ = plain_ && std::all_of(text.begin(), text.end(), [](char c) {
             return static_cast<unsigned char>(c) >= 32 && c != 127 && c != '"' && c != '\\';
           });
}

// `ValueError("text")`, `ValueError`.
bool FailureMessage::OfException(ExprId exception, std::string& type, std::string& message) {
  const auto* call = finding_.If<syntax::Call>(exception);
  const ExprId callee = call ? call->callee : exception;
  if (!callee || !finding_.Fact(callee).Is(FactKind::Class)) return false;
  std::string_view name = finding_.NameOf(callee);
  type = std::string(name.substr(name.rfind('.') + 1));
  message = "\"" + type + "\"";
  if (!call || call->args.empty()) {
    lost_ = "is the name of the type, where there was none";
    return true;
  }
  return call->args.size() == 1 && call->args[0].kind == syntax::ArgKind::Positional &&
         TextOf(call->args[0].value, message);
}

// A literal that shows the text, or shows in braces what only a call knows.
bool FailureMessage::TextOf(ExprId expr, std::string& out) {
  if (const auto* name = finding_.If<syntax::Name>(expr); name && texts_.contains(name->id))
    return TextOf(std::exchange(texts_[name->id], ExprId()), out);
  if (const auto* literal = finding_.If<syntax::Literal>(expr)) {
    if (literal->kind != syntax::LiteralKind::Str) return false;
    See(literal->text.text());
    out = Render(finding_, expr);
    if (out.find('\n') == std::string::npos) return true;
    const std::string text = Quoted(literal->text.text());
    out = text.size() > 79 ? PartsOf(expr).value_or(text) : text;
    return true;
  }
  const auto& constant = finding_.Fact(expr).constant;
  if (constant && constant->kind == syntax::LiteralKind::Str) {
    See(constant->text.text());
    out = Quoted(constant->text.text());
    lost_ = "is that of the known calls";
    return true;
  }
  if (!literal_ && IsTextWhileTracing(expr)) {
    ForEachInside(finding_, finding_.tree()[expr].span, [&](ExprId part) {
      if (const auto* piece = finding_.If<syntax::Literal>(part)) See(piece->text.text());
    });
    out = Render(finding_, expr);
    lost_ = "must be of one line, without double quotes and backslashes, for inductor";
    return out.find('\n') == std::string::npos;
  }
  return FormatOf(expr, out);
}

// The format without its values.
bool FailureMessage::FormatOf(ExprId expr, std::string& out) {
  const auto* binary = finding_.If<syntax::Binary>(expr);
  const auto* call = finding_.If<syntax::Call>(expr);
  const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
  ExprId format_text;
  if (binary && binary->op == syntax::BinaryOp::Mod) format_text = binary->left;
  if (method && method->name == "format") format_text = method->object;
  if (finding_.If<syntax::Literal>(format_text) && TextOf(format_text, out)) {
    lost_ = "shows the format, not its values";
    return true;
  }
  const auto* format = finding_.If<syntax::FString>(expr);
  if (!format) return false;
  std::string text;
  std::string named;
  bool several = false;
  for (ExprId part : format->parts) {
    if (const auto* literal = finding_.If<syntax::Literal>(part)) text += literal->text.text();
    if (const auto* field = finding_.If<syntax::FormattedValue>(part)) {
      std::string shown = Render(finding_, field->value);
      std::replace(shown.begin(), shown.end(), '"', '\'');
      text += "{" + shown + "}";
      const std::string name = "`" + std::string(finding_.Text(field->value)) + "`";
      if (named.find(name) != std::string::npos) continue;
      several = !named.empty();
      named += (several ? ", " : "") + name;
    }
  }
  if (!named.empty()) lost_ = "names " + named + " but does not show " + (several ? "them" : "it");
  See(text);
  out = Quoted(text);
  return true;
}

// `"non-finite values in " + name`: joined of texts that Python knows, the graph is given it.
bool FailureMessage::IsTextWhileTracing(ExprId expr) const {
  const auto* literal = finding_.If<syntax::Literal>(expr);
  if (literal) return literal->kind == syntax::LiteralKind::Str;
  // What the side that raises assigns is not there where the check stands.
  if (const auto* name = finding_.If<syntax::Name>(expr))
    return !texts_.contains(name->id) && finding_.Fact(expr).Is(FactKind::Str) && IsBound(expr);
  if (const auto* format = finding_.If<syntax::FString>(expr))
    return std::all_of(format->parts.begin(), format->parts.end(), [&](ExprId part) {
      const auto* field = finding_.If<syntax::FormattedValue>(part);
      return !field ? IsTextWhileTracing(part)
                    : field->conversion == 0 && !field->format && IsTextWhileTracing(field->value);
    });
  const auto* both = finding_.If<syntax::Binary>(expr);
  return both && both->op == syntax::BinaryOp::Add && IsTextWhileTracing(both->left) &&
         IsTextWhileTracing(both->right);
}

// The expression; in brackets, on lines of their own, where it goes over several.
std::string FailureMessage::Bracketed(ExprId expr) const {
  const std::string text(finding_.Text(expr));
  if (text.find('\n') == std::string::npos) return text;
  return "(\n    " + PartsOf(expr).value_or(text) + "\n)";
}

// A text written as several, on lines of their own, which as an argument of its own it keeps.
std::optional<std::string> FailureMessage::PartsOf(ExprId literal) const {
  std::string_view rest = finding_.Text(literal);
  for (std::string_view other : {"\"\"\"", "'''", "#", "\\"})
    if (rest.find(other) != std::string_view::npos) return std::nullopt;
  std::string out;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    out += (out.empty() ? "" : "\n    ") + std::string(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace graphmend::fix
