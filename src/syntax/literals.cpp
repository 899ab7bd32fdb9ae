#include "syntax/literals.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/real_text.h"

namespace graphmend::syntax {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

void AppendUtf8(char32_t c, std::string& out) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

int BaseOf(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 10;
  switch (text[1]) {
    case 'x':
    case 'X': return 16;
    case 'o':
    case 'O': return 8;
    case 'b':
    case 'B': return 2;
    default: return 10;
  }
}

bool IsFloatText(std::string_view text) {
  return text.find_first_of(".eE") != std::string_view::npos;
}

double ParseReal(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits += c;
  }
  return base::RealOf(digits);
}

// One escape sequence, `content[at]` being the character after the backslash.
class EscapeReader {
 public:
  EscapeReader(std::string_view content, bool bytes, std::string& out)
      : content_(content), bytes_(bytes), out_(out) {}

  // Returns the position after the sequence.
  std::size_t Read(std::size_t at) {
    if (at >= content_.size()) {
      out_ += '\\';
      return at;
    }
    const char c = content_[at];
    switch (c) {
      case '\n': return at + 1;
      case '\r': return at + 1 < content_.size() && content_[at + 1] == '\n' ? at + 2 : at + 1;
      case 'a': return Put('\a', at);
      case 'b': return Put('\b', at);
      case 'f': return Put('\f', at);
      case 'n': return Put('\n', at);
      case 'r': return Put('\r', at);
      case 't': return Put('\t', at);
      case 'v': return Put('\v', at);
      case '\\':
      case '\'':
      case '"': return Put(c, at);
      case 'x': return Hex(at, 2);
      case 'u': return bytes_ ? Keep(at) : Hex(at, 4);
      case 'U': return bytes_ ? Keep(at) : Hex(at, 8);
      case 'N': return bytes_ ? Keep(at) : Named(at);
      default: return c >= '0' && c <= '7' ? Octal(at) : Keep(at);
    }
  }

 private:
  std::size_t Put(char c, std::size_t at) {
    out_ += c;
    return at + 1;
  }
  std::size_t Keep(std::size_t at) {
    out_ += '\\';
    return at;
  }
  void PutCode(char32_t code) {
    if (bytes_) {
      out_ += static_cast<char>(code & 0xFF);
    } else {
      AppendUtf8(code, out_);
    }
  }
  std::size_t Hex(std::size_t at, std::size_t digits) {
    if (at + digits >= content_.size()) return Keep(at);
    char32_t code = 0;
    for (std::size_t i = 1; i <= digits; ++i) {
      const int digit = DigitOf(content_[at + i]);
      if (digit >= 16) return Keep(at);
      code = code * 16 + static_cast<char32_t>(digit);
    }
    PutCode(code);
    return at + 1 + digits;
  }
  std::size_t Octal(std::size_t at) {
    char32_t code = 0;
    std::size_t end = at;
    while (end < content_.size() && end < at + 3 && DigitOf(content_[end]) < 8) {
      code = code * 8 + static_cast<char32_t>(DigitOf(content_[end++]));
    }
    PutCode(code);
    return end;
  }
  std::size_t Named(std::size_t at) {
    const std::size_t close = content_.find('}', at);
    if (at + 1 >= content_.size() || content_[at + 1] != '{' || close == std::string_view::npos) {
      return Keep(at);
    }
    AppendUtf8(kReplacement, out_);
    return close + 1;
  }

  std::string_view content_;
  bool bytes_;
  std::string& out_;
};

}  // namespace

Literal ParseNumber(std::string_view text) {
  Literal literal;
  if (!text.empty() && (text.back() == 'j' || text.back() == 'J')) {
    literal.kind = LiteralKind::Complex;
    literal.real = ParseReal(text.substr(0, text.size() - 1));
    return literal;
  }
  const int base = BaseOf(text);
  if (base == 10 && IsFloatText(text)) {
    literal.kind = LiteralKind::Float;
    literal.real = ParseReal(text);
    return literal;
  }
  literal.kind = LiteralKind::Int;
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (const char c : text.substr(base == 10 ? 0 : 2)) {
    const int digit = DigitOf(c);
    if (digit >= base) continue;  // `_`
    if (literal.integer > (kMax - digit) / base) {
      literal.fits = false;
      literal.integer = 0;
      return literal;
    }
    literal.integer = literal.integer * base + digit;
  }
  return literal;
}

std::string_view NumberError(std::string_view text) {
  if (text.empty()) return {};
  if (text.back() == 'l' || text.back() == 'L') return "invalid decimal literal";
  if (text.back() == '_') return "invalid decimal literal";
  const bool digits_only = text.find_first_not_of("0123456789_") == std::string_view::npos;
  if (text[0] == '0' && digits_only && text.find_first_not_of("0_") != std::string_view::npos) {
    return "leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
           "octal integers";
  }
  return {};
}

StringStyle ReadStyle(std::string_view literal) {
  StringStyle style;
  std::size_t at = 0;
  for (; at < literal.size(); ++at) {
    switch (literal[at]) {
      case 'r':
      case 'R': style.raw = true; continue;
      case 'b':
      case 'B': style.bytes = true; continue;
      case 'f':
      case 'F':
      case 't':
      case 'T': style.format = true; continue;
      case 'u':
      case 'U': continue;
      default: break;
    }
    break;
  }
  style.prefix = static_cast<std::uint32_t>(at);
  if (at + 5 < literal.size() && literal[at] == literal[at + 1] && literal[at] == literal[at + 2]) {
    style.quotes = 3;
  }
  return style;
}

bool IsVerbatim(std::string_view content, const StringStyle& style) {
  return (style.raw || content.find('\\') == std::string_view::npos) &&
         content.find('\r') == std::string_view::npos;
}

void Unescape(std::string_view content, const StringStyle& style, bool fold_braces,
              std::string& out) {
  EscapeReader reader(content, style.bytes, out);
  const std::string_view special = fold_braces ? "\\\r{}" : "\\\r";
  std::size_t at = 0;
  while (at < content.size()) {
    const std::size_t next = std::min(content.find_first_of(special, at), content.size());
    out.append(content, at, next - at);
    if (next == content.size()) return;
    const char c = content[next];
    const char following = next + 1 < content.size() ? content[next + 1] : '\0';
    if (c == '\r') {  // Python reads source with universal newlines
      out += '\n';
      at = next + (following == '\n' ? 2 : 1);
    } else if (c != '\\') {
      out += c;
      at = next + (following == c ? 2 : 1);
    } else if (style.raw) {
      out += c;
      at = next + 1;
    } else {
      at = reader.Read(next + 1);
    }
  }
}

}  // namespace graphmend::syntax
