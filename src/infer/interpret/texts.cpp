#include "infer/interpret/texts.h"

#include <algorithm>

namespace graphmend::infer {

using values::Ref;
using values::Values;

std::optional<std::string> ConstantText(const Values& values, Ref value) {
  const auto* c = value.value ? values.If<values::Constant>(value) : nullptr;
  if (!c) return std::nullopt;
  switch (c->kind) {
    case syntax::LiteralKind::Str: return c->text.str();
    case syntax::LiteralKind::Int: return std::to_string(c->integer);
    case syntax::LiteralKind::True: return "True";
    case syntax::LiteralKind::False: return "False";
    case syntax::LiteralKind::None: return "None";
    case syntax::LiteralKind::Ellipsis:
    case syntax::LiteralKind::Float:
    case syntax::LiteralKind::Complex:
    case syntax::LiteralKind::Bytes: break;
  }
  return std::nullopt;
}

namespace {

// The argument that a replacement field names: by position, in turn, or by keyword.
Ref Named(std::string_view field, std::size_t& next, const std::vector<NamedRef>& arguments) {
  const bool digits = !field.empty() && std::all_of(field.begin(), field.end(),
                                                    [](char c) { return c >= '0' && c <= '9'; });
  if (digits && field.size() > 3) return {};
  std::size_t wanted = 0;
  for (char c : digits ? field : std::string_view()) wanted = wanted * 10 + (c - '0');
  if (field.empty()) wanted = next++;
  std::size_t at = 0;
  for (const auto& [name, value] : arguments) {
    if (name ? name == field : (digits || field.empty()) && at++ == wanted) return value;
  }
  return {};
}

}  // namespace

std::optional<std::string> FormattedText(const Values& values, std::string_view format,
                                         const std::vector<NamedRef>& arguments) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    if (c != '{' && c != '}') {
      out += c;
      continue;
    }
    if (i + 1 < format.size() && format[i + 1] == c) {
      out += format[i++];
      continue;
    }
    const std::size_t end = format.find('}', i);
    if (c == '}' || end == std::string_view::npos) return std::nullopt;
    const std::string_view field = format.substr(i + 1, end - i - 1);
    if (field.find_first_of("{:!.[") != std::string_view::npos) return std::nullopt;
    const std::optional<std::string> text = ConstantText(values, Named(field, next, arguments));
    if (!text || out.size() > values::kMaxText) return std::nullopt;
    out += *text;
    i = end;
  }
  return out;
}

std::optional<std::string> PercentText(const Values& values, std::string_view format,
                                       Ref argument) {
  std::vector<Ref> arguments = {argument};
  if (const auto* s = values.If<values::Sequence>(argument)) {
    if (s->kind != values::SequenceKind::Tuple || !s->exact) return std::nullopt;
    arguments = s->items;
  }
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    const char kind = ++i < format.size() ? format[i] : ' ';
    if (kind == '%') {
      out += kind;
      continue;
    }
    if ((kind != 's' && kind != 'd') || next >= arguments.size()) return std::nullopt;
    const std::optional<std::string> text = ConstantText(values, arguments[next++]);
    if (!text || out.size() > values::kMaxText) return std::nullopt;
    out += *text;
  }
  return next == arguments.size() ? std::optional(out) : std::nullopt;
}

}  // namespace graphmend::infer
