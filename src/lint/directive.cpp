#include "lint/directive.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/suggest.h"
#include "lint/select.h"

namespace graphmend::lint {
namespace {

constexpr std::string_view kBlanks = " \t\f";

struct DirectiveWord {
  std::string_view name;
  DirectiveKind kind;
};
constexpr DirectiveWord kDirectiveWords[] = {{"ignore-file", DirectiveKind::IgnoreFile},
                                             {"ignore", DirectiveKind::Ignore},
                                             {"disable", DirectiveKind::Disable},
                                             {"enable", DirectiveKind::Enable}};

std::string_view Trimmed(std::string_view text) {
  std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool StartsWithWord(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(text[i])) != lower[i]) return false;
  return true;
}

// The rest behind "graphmend:" or "noqa", when the comment at this `#` is one of them.
std::optional<std::string_view> After(std::string_view comment, std::string_view word) {
  std::string_view text = comment.substr(1);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!StartsWithWord(text, word)) return std::nullopt;
  return text.substr(word.size());
}

bool IsOurs(std::string_view code) {
  return code.size() > 2 && StartsWithWord(code, "gm") &&
         std::isdigit(static_cast<unsigned char>(code[2]));
}

class Reader {
 public:
  Reader(const source::SourceFile& file, const syntax::Tree& tree) : file_(file), tree_(tree) {}

  Directives Read() {
    for (source::Span comment : tree_.comments) ReadComment(comment);
    for (std::size_t i = 0; i < result_.directives.size(); ++i) SetLines(i);
    SetEnds();
    return std::move(result_);
  }

 private:
  // One comment may hold several: `# type: ignore  # graphmend: ignore[GM1]`.
  void ReadComment(source::Span comment) {
    std::string_view text = file_.Text(comment);
    for (std::size_t at = text.find('#'); at != std::string_view::npos;) {
      std::size_t next = text.find('#', at + 1);
      while (next != std::string_view::npos && !IsHead(text.substr(next)))
        next = text.find('#', next + 1);
      std::string_view part = text.substr(at, next - at);
      std::size_t end = part.find_last_not_of(" \t\f\r\n");
      part = part.substr(0, end + 1);
      auto begin = static_cast<std::uint32_t>(comment.begin + at);
      ReadPart({begin, begin + static_cast<std::uint32_t>(part.size())}, part);
      at = next;
    }
  }

  // Whether what begins here is a comment of its own, and not a `#` in a reason.
  static bool IsHead(std::string_view text) {
    for (std::string_view word :
         {"graphmend:", "noqa", "type:", "pylint:", "pyright:", "fmt:", "ruff:"})
      if (After(text, word)) return true;
    return false;
  }

  void ReadPart(source::Span span, std::string_view part) {
    if (auto rest = After(part, "graphmend:")) ReadOwn(span, Trimmed(*rest));
    else if (auto codes = After(part, "noqa")) ReadNoqa(span, *codes);
  }

  void Fault(source::Span span, std::string message, std::string hint) {
    result_.faults.push_back({span, std::move(message), std::move(hint)});
  }

  void ReadOwn(source::Span span, std::string_view text) {
    std::string_view word = text.substr(0, text.find_first_of(" \t[#"));
    Directive directive;
    directive.span = span;
    directive.line = file_.LineOf(span.begin);
    const DirectiveWord* known =
        std::find_if(std::begin(kDirectiveWords), std::end(kDirectiveWords),
                     [&](const DirectiveWord& w) { return w.name == word; });
    if (known == std::end(kDirectiveWords)) return UnknownWord(span, word, text);
    directive.kind = known->kind;
    std::string_view rest = Trimmed(text.substr(word.size()));
    if (!rest.starts_with('[')) {
      if (IsOurs(rest.substr(0, rest.find_first_of(" ,"))))
        return Fault(span, "the codes of a `graphmend:` comment belong in brackets",
                     "for example # graphmend: ignore[GM101]");
      directive.all = true;
      directive.reason = rest;
    } else {
      std::size_t close = rest.find(']');
      if (close == std::string_view::npos)
        return Fault(span, "the bracket of this `graphmend:` comment is never closed",
                     "for example # graphmend: ignore[GM101]");
      AddSelectors(directive, rest.substr(1, close - 1));
      directive.reason = Trimmed(rest.substr(close + 1));
      if (directive.selectors.empty()) return;
    }
    result_.directives.push_back(std::move(directive));
  }

  // Prose that begins with "graphmend:" is no mistake; a word near a known one is.
  void UnknownWord(source::Span span, std::string_view word, std::string_view text) {
    std::vector<std::string_view> words;
    for (const DirectiveWord& known : kDirectiveWords) words.push_back(known.name);
    std::string hint = base::DidYouMean(word, words);
    bool bracket = text.size() > word.size() && text[word.size()] == '[';
    if (hint.empty() && !bracket) return;
    if (hint.empty()) hint = "ignore, ignore-file, disable, enable";
    Fault(span, "`" + std::string(word) + "` is not something a `graphmend:` comment can say",
          hint);
  }

  void AddSelectors(Directive& directive, std::string_view list) {
    bool any = false;
    while (!list.empty()) {
      std::size_t comma = list.find(',');
      std::string selector(Trimmed(list.substr(0, comma)));
      list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
      if (selector.empty()) continue;
      any = true;
      AddSelector(directive, std::move(selector));
    }
    if (!any)
      Fault(directive.span, "this `graphmend:` comment names no rule",
            "name rules, or leave out the brackets to mean all");
  }

  void AddSelector(Directive& directive, std::string selector) {
    auto [known, is_new] = checked_.try_emplace(selector);
    if (is_new) known->second = CheckSelector(selector);
    if (const auto& error = known->second) Fault(directive.span, error->message, error->hint);
    else directive.selectors.push_back(std::move(selector));
  }

  // "", ":GM101,E501", ": GM101 E501 and a reason".
  void ReadNoqa(source::Span span, std::string_view text) {
    Directive directive;
    directive.kind = DirectiveKind::Noqa;
    directive.span = span;
    directive.line = file_.LineOf(span.begin);
    std::string_view rest = Trimmed(text);
    if (!rest.starts_with(':')) {
      // "noqa" alone, not the start of another word.
      if (!text.empty() && kBlanks.find(text[0]) == std::string_view::npos) return;
      directive.all = true;
      directive.reason = rest;
      result_.directives.push_back(std::move(directive));
      return;
    }
    rest.remove_prefix(1);
    std::vector<std::string> ours;
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t,"), rest.size()));
      std::string_view code = rest.substr(0, rest.find_first_of(" \t,"));
      bool is_code = !code.empty() && std::isalpha(static_cast<unsigned char>(code[0])) &&
                     std::isdigit(static_cast<unsigned char>(code.back()));
      if (!is_code) break;
      (IsOurs(code) ? ours : directive.foreign).emplace_back(code);
      rest.remove_prefix(code.size());
    }
    directive.reason = rest;
    for (std::string& code : ours) AddSelector(directive, std::move(code));
    if (!directive.selectors.empty()) result_.directives.push_back(std::move(directive));
  }

  // ---- where a directive holds ----
  // Each looks at a line once, however many directives there are.

  // Nothing but blanks and comments stands before it.
  bool IsAlone(const Directive& directive) { return !HasCode(directive.line); }

  bool HasCode(std::uint32_t line) {
    const std::string_view text = file_.Line(line);
    const std::size_t at = Indentation(line);
    return at < text.size() && text[at] != '#';
  }

  void SetLines(std::size_t index) {
    Directive& directive = result_.directives[index];
    directive.first = directive.last = directive.line;
    switch (directive.kind) {
      case DirectiveKind::IgnoreFile:
        directive.first = 1;
        directive.last = file_.LineCount();
        return;
      case DirectiveKind::Disable:  // `SetEnds` has the last line
      case DirectiveKind::Enable:
      case DirectiveKind::Noqa: return;
      case DirectiveKind::Ignore: break;
    }
    if (IsAlone(directive)) directive.first = directive.last = LineOfCode(directive.line + 1);
  }

  // The first line from this one on that has code. Asked for in the order of lines.
  std::uint32_t LineOfCode(std::uint32_t line) {
    line_of_code_ = std::max(line_of_code_, line);
    while (line_of_code_ <= file_.LineCount() && !HasCode(line_of_code_)) ++line_of_code_;
    return line_of_code_;
  }

  // Each `disable` holds to the line of the `enable` that answers, or to the end of the block that
  // holds it. What may end one stands behind it, so they are looked at from the last to the first.
  void SetEnds() {
    std::map<std::uint32_t, std::uint32_t> lines;  // where statements begin, and their indentation
    for (const syntax::Stmt& statement : tree_.stmts) {
      const std::uint32_t line = file_.LineOf(statement.span.begin);
      if (lines.try_emplace(line).second) lines[line] = Indentation(line);
    }
    // Of the lines behind, each that begins further left than all between, the nearest one last.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> further_left;
    auto line = lines.rbegin();
    // The nearest `enable` behind that names these rules, or all.
    std::map<std::vector<std::string>, std::uint32_t> enabled;
    std::vector<Directive>& directives = result_.directives;
    for (std::size_t next = directives.size(), i = next; i-- > 0;) {
      Directive& directive = directives[i];
      for (; next > i + 1 && directives[next - 1].line > directive.line; --next)
        if (directives[next - 1].kind == DirectiveKind::Enable)
          enabled[directives[next - 1].selectors] = directives[next - 1].line;
      if (directive.kind != DirectiveKind::Disable) continue;
      for (; line != lines.rend() && line->first > directive.line; ++line) {
        while (!further_left.empty() && further_left.back().second >= line->second)
          further_left.pop_back();
        further_left.push_back(*line);
      }
      directive.last = EndOfBlock(directive, further_left);
      for (const auto& rules : {std::vector<std::string>(), directive.selectors})
        if (const auto enable = enabled.find(rules); enable != enabled.end())
          directive.last = std::min(directive.last, enable->second);
    }
  }

  // The block ends before the first statement that begins further left.
  std::uint32_t EndOfBlock(
      const Directive& directive,
      const std::vector<std::pair<std::uint32_t, std::uint32_t>>& further_left) {
    const std::uint32_t column = Indentation(directive.line);
    const auto end = std::partition_point(further_left.rbegin(), further_left.rend(),
                                          [&](const auto& line) { return line.second >= column; });
    return end == further_left.rend() ? file_.LineCount() : end->first - 1;
  }

  std::uint32_t Indentation(std::uint32_t line) {
    if (indented_.first == line) return indented_.second;
    const std::size_t at = file_.Line(line).find_first_not_of(kBlanks);
    const std::size_t size = file_.Line(line).size();
    indented_ = {line, static_cast<std::uint32_t>(std::min(at, size))};
    return indented_.second;
  }

  const source::SourceFile& file_;
  const syntax::Tree& tree_;
  Directives result_;
  std::unordered_map<std::string, std::optional<base::Error>> checked_;  // by selector
  std::uint32_t line_of_code_ = 0;
  std::pair<std::uint32_t, std::uint32_t> indented_ = {0, 0};  // a line, and its indentation
};

}  // namespace

Directives ReadDirectives(const source::SourceFile& file, const syntax::Tree& tree) {
  return Reader(file, tree).Read();
}

bool MaySuppress(std::string_view text) {
  for (std::size_t hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    const std::string_view comment = text.substr(hash);
    if (After(comment, "noqa") || After(comment, "graphmend:")) return true;
  }
  return false;
}

bool MayHoldDirective(std::string_view text) {
  if (text.find("graphmend:") != std::string_view::npos) return true;
  for (std::size_t hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    if (!After(text.substr(hash), "noqa")) continue;
    const std::string_view rest = text.substr(hash, text.find('\n', hash) - hash);
    for (std::size_t at = 0; at < rest.size(); ++at)
      if (IsOurs(rest.substr(at, 3))) return true;
    hash += rest.size() - 1;
  }
  return false;
}

}  // namespace graphmend::lint
