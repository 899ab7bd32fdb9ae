#include "lint/directive.h"

#include <algorithm>
#include <cctype>
#include <optional>

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
    for (Directive& directive : result_.directives) SetLines(directive);
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
    Fault(span, "`" + std::string(word) + "` is nothing that a `graphmend:` comment can say", hint);
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
            "name rules, or leave the brackets out to mean all");
  }

  void AddSelector(Directive& directive, std::string selector) {
    if (auto error = CheckSelector(selector)) Fault(directive.span, error->message, error->hint);
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
  bool IsAlone(const Directive& directive) const {
    std::uint32_t start = file_.LineStart(directive.line);
    std::string_view before = file_.Text({start, directive.span.begin});
    return Trimmed(before).empty() || Trimmed(before).starts_with('#');
  }

  bool HasCode(std::uint32_t line) const {
    std::string_view text = Trimmed(file_.Line(line));
    return !text.empty() && text[0] != '#';
  }

  void SetLines(Directive& directive) {
    directive.first = directive.last = directive.line;
    switch (directive.kind) {
      case DirectiveKind::IgnoreFile:
        directive.first = 1;
        directive.last = file_.LineCount();
        return;
      case DirectiveKind::Disable: directive.last = EndOf(directive); return;
      case DirectiveKind::Enable: return;
      case DirectiveKind::Ignore:
      case DirectiveKind::Noqa: break;
    }
    if (directive.kind == DirectiveKind::Noqa || !IsAlone(directive)) return;
    std::uint32_t line = directive.line + 1;
    while (line <= file_.LineCount() && !HasCode(line)) ++line;
    directive.first = directive.last = line;
  }

  static bool Ends(const Directive& enable, const Directive& disable) {
    return enable.kind == DirectiveKind::Enable &&
           (enable.all || enable.selectors == disable.selectors);
  }

  // The line of the `enable` that answers, or the last of the block.
  std::uint32_t EndOf(const Directive& disable) const {
    std::uint32_t end = EndOfBlock(disable);
    for (const Directive& other : result_.directives)
      if (other.line > disable.line && other.line <= end && Ends(other, disable)) return other.line;
    return end;
  }

  // The block ends before the first statement that begins further left.
  std::uint32_t EndOfBlock(const Directive& directive) const {
    std::uint32_t column = directive.span.begin - file_.LineStart(directive.line);
    if (!IsAlone(directive)) column = Indentation(directive.line);
    std::uint32_t end = file_.LineCount() + 1;
    for (const syntax::Stmt& statement : tree_.stmts) {
      std::uint32_t line = file_.LineOf(statement.span.begin);
      if (line > directive.line && line < end && Indentation(line) < column) end = line;
    }
    return end - 1;
  }

  std::uint32_t Indentation(std::uint32_t line) const {
    std::size_t at = file_.Line(line).find_first_not_of(kBlanks);
    return static_cast<std::uint32_t>(at == std::string_view::npos ? 0 : at);
  }

  const source::SourceFile& file_;
  const syntax::Tree& tree_;
  Directives result_;
};

}  // namespace

Directives ReadDirectives(const source::SourceFile& file, const syntax::Tree& tree) {
  return Reader(file, tree).Read();
}

bool MaySuppress(std::string_view text) {
  for (std::size_t hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    const std::string_view comment = text.substr(hash, text.find('\n', hash) - hash);
    if (After(comment, "noqa") || After(comment, "graphmend:")) return true;
  }
  return false;
}

bool MayHoldDirective(std::string_view text) {
  if (text.find("graphmend:") != std::string_view::npos) return true;
  for (std::size_t at = text.find("GM"); at != std::string_view::npos;
       at = text.find("GM", at + 2)) {
    if (!IsOurs(text.substr(at, 3))) continue;
    std::size_t start = text.rfind('\n', at);
    std::string_view before = text.substr(start == std::string_view::npos ? 0 : start,
                                          at - (start == std::string_view::npos ? 0 : start));
    for (std::size_t hash = before.find('#'); hash != std::string_view::npos;
         hash = before.find('#', hash + 1))
      if (After(before.substr(hash), "noqa")) return true;
  }
  return false;
}

}  // namespace graphmend::lint
