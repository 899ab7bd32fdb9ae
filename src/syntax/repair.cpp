#include "syntax/repair.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "syntax/literals.h"

namespace graphmend::syntax {
namespace {

using source::Span;

Span SpanOf(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

// Where many lines follow one another that begin as comments do, maybe within a string.
std::vector<Span> LongRuns(std::string_view text) {
  constexpr std::size_t kFewLines = 64;
  std::vector<Span> runs;
  std::size_t lines = 0, begin = 0, at = 0;
  auto end_run = [&] {
    if (lines > kFewLines) runs.push_back(SpanOf(begin, at));
    lines = 0;
  };
  while (at < text.size()) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::size_t first = text.find_first_not_of(" \t\f\r", at);
    if (first < line_end && text[first] == '#') {
      if (lines++ == 0) begin = at;
    } else if (first < line_end) {
      end_run();
    }
    at = std::min(line_end + 1, text.size());
  }
  end_run();
  return runs;
}

// A lexer that knows brackets, strings and comments, and no more. With `runs`, only the comments in
// these change.
class Repairer {
 public:
  explicit Repairer(std::string_view text, std::vector<Span> runs = {})
      : text_(text), runs_(std::move(runs)), repairs_(runs_.empty()) {
    result_.text = text;
  }

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
    if (c == '*' && repairs_ && depth_ == 0 && StarsDisplay()) {
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
      if (repairs_) Blank(at_, at_ + 1);
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
    if (is_blank_) is_blank_ = is_decorator_ = false;
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
    if (repairs_ ? depth_ == 0 && !(is_blank_ && decorates_) : !IsInRun(begin)) return;
    Blank(begin, at_);
    result_.comments.push_back(SpanOf(begin, at_));
  }

  bool IsInRun(std::size_t at) {
    while (run_ < runs_.size() && runs_[run_].end <= at) ++run_;
    return run_ < runs_.size() && runs_[run_].begin <= at;
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
  std::vector<Span> runs_;
  std::size_t run_ = 0;  // the first that does not end before `at_`
  bool repairs_;
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

Repaired BlankLongComments(std::string_view text) {
  std::vector<Span> runs = LongRuns(text);
  return runs.empty() ? Repaired() : Repairer(text, std::move(runs)).Run();
}

}  // namespace graphmend::syntax
