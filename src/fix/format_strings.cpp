#include "fix/format_strings.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

using syntax::ExprId;

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Walks over the string literals that an f-string is written as, one behind the other.
class Writer {
 public:
  Writer(const Finding& finding, ExprId fstring)
      : finding_(finding), at_(finding.tree()[fstring].span.begin) {
    end_ = finding.tree()[fstring].span.end;
    for (ExprId part : finding.If<syntax::FString>(fstring)->parts)
      if (finding.If<syntax::FormattedValue>(part)) fields_.push_back(part);
  }

  std::optional<Template> Run() {
    while (at_ < end_) {
      const char c = Peek();
      if (c == '#') {
        while (at_ < end_ && Peek() != '\n' && Peek() != '\r') Copy();
      } else if (IsLetter(c) || c == '"' || c == '\'') {
        if (!Piece()) return std::nullopt;
      } else {
        Copy();
      }
    }
    return std::move(out_);
  }

 private:
  char Peek(std::uint32_t ahead = 0) const {
    std::string_view text = finding_.Text(source::Span{at_ + ahead, at_ + ahead + 1});
    return text.empty() ? '\0' : text[0];
  }
  void Copy(std::uint32_t count = 1) {
    out_.text += finding_.Text(source::Span{at_, at_ + count});
    at_ += count;
  }

  bool Piece() {
    bool formatted = false, raw = false;
    for (; IsLetter(Peek()); ++at_) {
      const char c = Peek() | 0x20;
      if (c == 't') return false;
      formatted |= c == 'f';
      raw |= c == 'r';
      if (c != 'f') out_.text += Peek();
    }
    const char quote = Peek();
    const bool triple = Peek(1) == quote && Peek(2) == quote;
    Copy(triple ? 3 : 1);
    while (at_ < end_) {
      const char c = Peek();
      if (c == quote && (!triple || (Peek(1) == quote && Peek(2) == quote))) {
        Copy(triple ? 3 : 1);
        return true;
      }
      if (c == '\\') {
        const bool named = !raw && Peek(1) == 'N' && Peek(2) == '{';
        Copy(2);
        while (named && at_ < end_ && Peek() != '}') Copy();
        if (named) Copy();
      } else if (formatted && AtField()) {
        if (!Field(fields_[next_++])) return false;
      } else if (!formatted && (c == '{' || c == '}')) {
        out_.text += c;
        Copy();
      } else {
        Copy();
      }
    }
    return false;
  }

  bool AtField() const {
    return next_ < fields_.size() && finding_.tree()[fields_[next_]].span.begin == at_;
  }

  // "{x!r:>{width}}" becomes "{!r:>{}}".
  bool Field(ExprId id) {
    const auto& field = *finding_.If<syntax::FormattedValue>(id);
    const source::Span span = finding_.tree()[id].span;
    if (ShowsItsText(finding_, id)) return false;
    const std::uint32_t rest = field.format ? finding_.tree()[field.format].span.begin : span.end;
    out_.text += '{';
    out_.values.push_back(field.value);
    if (field.conversion != 0) out_.text += std::string("!") + field.conversion;
    if (field.format) {
      at_ = rest;
      for (ExprId part : finding_.If<syntax::FString>(field.format)->parts) {
        if (!finding_.If<syntax::FormattedValue>(part)) continue;
        Copy(finding_.tree()[part].span.begin - at_);
        if (!Field(part)) return false;
      }
      Copy(finding_.tree()[field.format].span.end - at_);
    }
    out_.text += '}';
    at_ = span.end;
    return true;
  }

  const Finding& finding_;
  std::uint32_t at_, end_ = 0;
  std::vector<ExprId> fields_;
  std::size_t next_ = 0;
  Template out_;
};

}  // namespace

std::optional<Template> TemplateOf(const Finding& finding, ExprId fstring) {
  return Writer(finding, fstring).Run();
}

bool ShowsItsText(const Finding& finding, ExprId field) {
  const auto& shown = *finding.If<syntax::FormattedValue>(field);
  const std::uint32_t end =
      shown.format ? finding.tree()[shown.format].span.begin : finding.tree()[field].span.end;
  const source::Span between = {finding.tree()[shown.value].span.end, end};
  return finding.Text(between).find('=') != std::string_view::npos;
}

std::optional<std::string> PercentConversions(std::string_view format) {
  std::string letters;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    const std::size_t letter = format.find_first_not_of("#0- +.123456789hlL", i + 1);
    if (letter == std::string_view::npos || format[letter] == '(' || format[letter] == '*')
      return std::nullopt;
    if (format[letter] != '%') letters += format[letter];
    i = letter;
  }
  return letters;
}

}  // namespace graphmend::fix
