#include "base/visible.h"

#include <algorithm>

#include "base/utf8.h"

namespace graphmend::base {
namespace {

struct Range {
  char32_t first, last;
};

constexpr Range kUnprintable[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x61C, 0x61C},     {0x180E, 0x180E},
    {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x2069},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

constexpr std::string_view kCommands[] = {"##[", "##vso["};

// Whether a command that counts anywhere in a line begins here.
bool BeginsCommand(std::string_view text) {
  return text.starts_with('#') && std::any_of(std::begin(kCommands), std::end(kCommands),
                                              [&](auto word) { return text.starts_with(word); });
}

// `text` with a blank in each command.
class Commands {
 public:
  explicit Commands(std::string_view text) : text_(text) {}

  std::string Split() && {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const std::string_view rest = text_.substr(at_);
      const bool starts = is_start_ && rest.starts_with("::");
      out_ += c;
      if (starts || BeginsCommand(rest)) out_ += ' ';
      if (c == '\n' || c == '\r') is_start_ = true;
      else if (c != ' ' && c != '\t') is_start_ = false;
    }
    return std::move(out_);
  }

 private:
  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  bool is_start_ = true;  // nothing but blanks so far on this line
};

bool Has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

std::string Printable(std::string_view text, bool one_line) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = NextCharacter(text, at);
    const bool ends_line = c == '\n' || (c == '\r' && at < text.size() && text[at] == '\n');
    if (one_line && (c == '\t' || c == '\n' || c == '\r')) out += ' ';
    else if (c == '\t' || ends_line) out += static_cast<char>(c);
    else AppendUtf8(out, IsUnprintable(c) ? kReplacement : c);
  }
  return out;
}

std::size_t RunOfTicks(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && text[end] == '`') ++end;
  return end - at;
}

// Where the next lone backtick is, from `at` on.
std::size_t NextTick(std::string_view text, std::size_t at) {
  for (; (at = text.find('`', at)) != std::string_view::npos; at += RunOfTicks(text, at))
    if (RunOfTicks(text, at) == 1) return at;
  return at;
}

// One character of what is no code.
void AppendPlain(std::string& out, std::string_view text, std::size_t at) {
  constexpr std::string_view kMarks = "\\`*_[]<>&~#|!";
  constexpr std::string_view kZeroWidthSpace = "\xE2\x80\x8B";
  const char c = text[at];
  // What is made a link without marks: addresses, and names of people.
  const bool in_address = (c == '/' && at > 0 && text[at - 1] == ':') ||
                          (c == '.' && at >= 3 && text.substr(at - 3, 3) == "www");
  if (in_address || kMarks.find(c) != std::string_view::npos) out += '\\';
  out += c;
  if (c == '@') out += kZeroWidthSpace;
}

void AppendCode(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '|') out += '\\';  // a cell ends within code, too
    out += c;
  }
}

void AppendEscape(std::string& out, unsigned unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[(unit >> shift) & 15];
}

}  // namespace

bool IsUnprintable(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return false;
  return std::any_of(std::begin(kUnprintable), std::end(kUnprintable),
                     [&](const Range& range) { return range.first <= c && c <= range.last; });
}

std::string WithoutCommands(std::string_view text) {
  if (!Has(text, "::") && !Has(text, "##")) return std::string(text);
  return Commands(text).Split();
}

std::string Visible(std::string_view text) { return WithoutCommands(Printable(text, false)); }

std::string OneLine(std::string_view text) { return WithoutCommands(Printable(text, true)); }

std::string Markdown(std::string_view text) {
  const std::string line = OneLine(text);
  const std::string_view all = line;
  std::string out;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t ticks = RunOfTicks(all, at);
    const std::size_t close = ticks == 1 ? NextTick(all, at + 1) : std::string_view::npos;
    if (close != std::string_view::npos) {
      AppendCode(out, all.substr(at, close + 1 - at));
      at = close + 1;
      continue;
    }
    for (const std::size_t end = at + std::max<std::size_t>(ticks, 1); at < end; ++at)
      AppendPlain(out, all, at);
  }
  return out;
}

std::string MarkdownCode(std::string_view text) {
  const std::string line = text.empty() ? " " : OneLine(text);
  std::size_t most = 0;
  for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at)) {
    const std::size_t ticks = RunOfTicks(line, at);
    most = std::max(most, ticks);
    at += ticks;
  }
  const std::string fence(most + 1, '`');
  const auto is_edge = [](char c) { return c == '`' || c == ' '; };
  const bool pads = line != " " && (is_edge(line.front()) || is_edge(line.back()));
  const std::string pad = pads ? " " : "";
  std::string out = fence + pad;
  AppendCode(out, line);
  return out + pad + fence;
}

std::string VisibleJson(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t c = NextCharacter(json, at);
    if (c == '#' && BeginsCommand(json.substr(begin))) {
      AppendEscape(out, '#');
    } else if (c < 0x7F || !IsUnprintable(c)) {
      out += json.substr(begin, at - begin);
    } else if (c > 0xFFFF) {
      AppendEscape(out, 0xD800 + static_cast<unsigned>((c - 0x10000) >> 10));
      AppendEscape(out, 0xDC00 + static_cast<unsigned>((c - 0x10000) & 0x3FF));
    } else {
      AppendEscape(out, static_cast<unsigned>(c));
    }
  }
  return out;
}

}  // namespace graphmend::base
