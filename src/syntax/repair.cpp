#include "syntax/repair.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "syntax/literals.h"

namespace graphmend::syntax {
namespace {

// A lexer that knows brackets, strings and comments, and no more.
class Repairer {
 public:
  explicit Repairer(std::string_view text) : text_(text) { result_.text = text; }

  Repaired Run() {
    while (at_ < text_.size()) Step();
    return std::move(result_);
  }

 private:
  void Step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return SkipString(c);
    if (c == '#') return SkipComment();
    if (c == '\\') return SkipEscaped();
    if (c == '\n' || c == '\r') return EndLine();
    const bool is_blank = c == ' ' || c == '\t' || c == '\f';
    if (is_blank_ && !is_blank) {
      is_blank_ = false;
      is_decorator_ = c == '@';
    }
    CountBrackets(c);
    if (c == '*' && depth_ == 0 && StarsDisplay()) {
      result_.text[at_] = '~';
      result_.changed = true;
    }
    if (!is_blank) last_ = at_;
    ++at_;
  }

  void CountBrackets(char c) {
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
  }

  void EndLine() {
    if (depth_ > 0) {
      Blank(at_, at_ + 1);
    } else {
      if (!is_blank_) decorates_ = is_decorator_;
      is_blank_ = true;
    }
    ++at_;
  }

  // Both raw and other strings end at the first quote without a backslash before it.
  void SkipString(char quote) {
    const std::size_t length = text_.substr(at_, 3) == std::string(3, quote) ? 3 : 1;
    const std::string close(length, quote);
    is_blank_ = is_decorator_ = false;
    last_ = at_;
    at_ += length;
    while (at_ < text_.size() && text_.substr(at_, length) != close) {
      if (length == 1 && text_[at_] == '\n') return;
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + length, text_.size());
  }

  // A backslash, and the end of the line that it takes back.
  void SkipEscaped() {
    last_ = at_;
    at_ += text_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2;
    at_ = std::min(at_, text_.size());
  }

  void SkipComment() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    if (depth_ == 0 && !(is_blank_ && decorates_)) return;
    Blank(begin, at_);
    result_.comments.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
  }

  void Blank(std::size_t begin, std::size_t end) {
    std::fill(result_.text.begin() + static_cast<std::ptrdiff_t>(begin),
              result_.text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    result_.changed = true;
  }

  // Whether the star here is a prefix (after `,`, `=`, `return`, `yield` or `in`) of a display.
  bool StarsDisplay() const {
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 1);
    if (next == std::string_view::npos || last_ >= at_) return false;
    if (std::string_view("([{'\"").find(text_[next]) == std::string_view::npos) return false;
    if (text_[last_] == ',' || text_[last_] == '=') return true;
    std::size_t begin = last_ + 1;
    while (begin > 0 && IsNameByte(text_[begin - 1])) --begin;
    const std::string_view word = text_.substr(begin, last_ + 1 - begin);
    return word == "return" || word == "yield" || word == "in";
  }

  std::string_view text_;
  Repaired result_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // the last byte that is neither blank, comment nor newline
  int depth_ = 0;
  bool is_blank_ = true;       // nothing but blanks so far on this line
  bool is_decorator_ = false;  // the logical line begins with `@`
  bool decorates_ = false;     // the one before did
};

}  // namespace

Repaired Repair(std::string_view text) { return Repairer(text).Run(); }

}  // namespace graphmend::syntax
