#include "syntax/long_displays.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace graphmend::syntax {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kSmall = 1 << 20;  // of such a text, all of it is parsed
constexpr std::size_t kKept = 10'000;
constexpr std::size_t kLeftOut = 10'000;  // at least, or it is not worth it

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWord(char c) {
  return IsDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Finds displays; knows strings, comments, brackets and literals.
class Thinner {
 public:
  explicit Thinner(std::string_view text) : text_(text) {}

  std::string Run() {
    std::size_t at = 0;
    while (at < text_.size()) at = Step(at);
    return std::move(result_);
  }

 private:
  char At(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::size_t Step(std::size_t at) {
    const char c = text_[at];
    if (c == '#') return LineEnd(at);
    if (c == '"' || c == '\'') {
      const std::size_t end = StringEnd(at);
      return end == kNone ? LineEnd(at) : end;
    }
    if (c == '\\') return at + 2;
    if (c == '(' || c == '[' || c == '{') brackets_.push_back(c);
    if ((c == ')' || c == ']' || c == '}') && !brackets_.empty()) brackets_.pop_back();
    const bool in_display = !brackets_.empty() && brackets_.back() != '(';
    return in_display && (c == '[' || c == '{' || c == ',') ? Items(at + 1) : at + 1;
  }

  std::size_t LineEnd(std::size_t at) const {
    return std::min(text_.find_first_of("\r\n", at), text_.size());
  }

  // Behind the quotes that close it; kNone: none do.
  std::size_t StringEnd(std::size_t at) const {
    const char quote = text_[at];
    const std::size_t length = At(at + 1) == quote && At(at + 2) == quote ? 3 : 1;
    for (at += length; at < text_.size(); ++at) {
      if (text_[at] == '\\') ++at;
      else if (text_[at] == '\n' && length == 1) return kNone;
      else if (text_[at] == quote && (length == 1 || text_.substr(at, 3) == std::string(3, quote)))
        return at + length;
    }
    return kNone;
  }

  std::size_t SkipBlanks(std::size_t at) const {
    for (;;) {
      const char c = At(at);
      if (c == '#') at = LineEnd(at);
      else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') ++at;
      else return at;
    }
  }

  // Behind a number, a name of a constant, or strings that are no templates; kNone: it is none.
  std::size_t LiteralEnd(std::size_t at) const {
    if (At(at) == '-') ++at;
    if (IsDigit(At(at)) || (At(at) == '.' && IsDigit(At(at + 1)))) {
      const auto goes_on = [&] {
        const bool is_sign = At(at) == '-' || At(at) == '+';
        return IsWord(At(at)) || At(at) == '.' || (is_sign && (text_[at - 1] | 32) == 'e');
      };
      while (goes_on()) ++at;
      return at;
    }
    for (const std::string_view name : {"True", "False", "None"})
      if (text_.substr(at, name.size()) == name && !IsWord(At(at + name.size())))
        return at + name.size();
    std::size_t end = kNone;
    for (std::size_t next = at;; next = SkipBlanks(end)) {
      while (std::string_view("rRbBuU").find(At(next)) != kNone) ++next;
      if (At(next) != '"' && At(next) != '\'') return end;
      end = StringEnd(next);
      if (end == kNone) return kNone;
    }
  }

  // Behind the comma of an item that is a literal, or a pair of them; kNone: it is none.
  std::size_t ItemEnd(std::size_t at, bool& is_pair) const {
    at = LiteralEnd(at);
    if (at == kNone) return kNone;
    at = SkipBlanks(at);
    is_pair = At(at) == ':';
    if (is_pair) {
      at = LiteralEnd(SkipBlanks(at + 1));
      if (at == kNone) return kNone;
      at = SkipBlanks(at);
    }
    return At(at) == ',' ? at + 1 : kNone;
  }

  // Behind the items from here on that are literals.
  std::size_t Items(std::size_t at) {
    std::size_t count = 0, first_left_out = 0;
    bool is_pair = false, was_pair = false;
    for (;;) {
      const std::size_t begin = SkipBlanks(at);
      const std::size_t end = ItemEnd(begin, is_pair);
      if (end == kNone || (count > 0 && is_pair != was_pair)) break;
      was_pair = is_pair;
      if (count++ == kKept) first_left_out = begin;
      at = end;
    }
    if (count > kKept + kLeftOut) LeaveOut(first_left_out, at, was_pair);
    return at;
  }

  void LeaveOut(std::size_t begin, std::size_t end, bool is_pair) {
    if (result_.empty()) result_ = text_;
    for (std::size_t at = begin; at < end; ++at)
      if (result_[at] != '\n') result_[at] = ' ';
    result_.replace(begin, 4, is_pair ? "**0," : "*0, ");
  }

  std::string_view text_;
  std::string result_;
  std::vector<char> brackets_;
};

}  // namespace

std::string WithoutLongDisplays(std::string_view text) {
  return text.size() <= kSmall ? std::string() : Thinner(text).Run();
}

}  // namespace graphmend::syntax
