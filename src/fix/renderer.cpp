#include "fix/renderer.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "fix/operands.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

constexpr std::size_t kWidth = 99;

struct Piece {
  source::Span span;
  std::string text;
  bool verbatim = false;  // a string, whose line ends count
};

void Collect(const Finding& finding, ExprId expr, const Renaming& names,
             std::vector<Piece>& pieces) {
  const source::Span span = finding.tree()[expr].span;
  if (const Assumed* assumed = finding.AssumedOf(expr); assumed && assumed->IsRewritten()) {
    if (assumed->tensor) {
      pieces.push_back(
          {span, RenderOperand(finding, assumed->tensor, names) + assumed->suffix, true});
      return;
    }
    auto renamed = names.find(finding.Text(expr));
    const std::string name(renamed == names.end() ? finding.Text(expr) : renamed->second);
    pieces.push_back({span, name + assumed->suffix, true});
    return;
  }
  const auto* literal = finding.If<syntax::Literal>(expr);
  const bool text = (literal && (literal->kind == syntax::LiteralKind::Str ||
                                 literal->kind == syntax::LiteralKind::Bytes)) ||
                    finding.If<syntax::FString>(expr);
  if (text) {
    pieces.push_back({span, std::string(finding.Text(expr)), true});
    return;
  }
  if (auto renamed = names.find(finding.Text(expr)); renamed != names.end()) {
    pieces.push_back({span, renamed->second, true});
    return;
  }
  ForEachPart(finding.tree(), expr, [&](ExprId part) { Collect(finding, part, names, pieces); });
}

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

// Appends code without its line ends and comments.
void AppendOnOneLine(std::string_view code, std::string& out) {
  while (!code.empty()) {
    const std::size_t end = code.find('\n');
    std::string_view line = code.substr(0, end);
    const bool last = end == std::string_view::npos;
    code.remove_prefix(last ? code.size() : end + 1);
    if (std::size_t comment = line.find('#'); comment != std::string_view::npos)
      line = line.substr(0, comment);
    if (!last) {
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\\'))
        line.remove_suffix(1);
      out += line;
      const std::size_t indent = std::min(code.find_first_not_of(" \t\f"), code.size());
      code.remove_prefix(indent);
      const bool opens =
          !out.empty() && (out.back() == '(' || out.back() == '[' || out.back() == '{');
      const bool closes = !code.empty() && (code[0] == ')' || code[0] == ']' || code[0] == '}');
      if (!opens && !closes && !out.empty() && out.back() != ' ' && out.back() != '.' &&
          (code.empty() || code[0] != '.'))
        out += ' ';
    } else {
      out += line;
    }
  }
}

}  // namespace

std::string Render(const Finding& finding, ExprId expr, const Renaming& names) {
  std::vector<Piece> pieces;
  Collect(finding, expr, names, pieces);
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.span.begin < b.span.begin; });
  const source::Span whole = finding.tree()[expr].span;
  std::string out;
  std::uint32_t at = whole.begin;
  for (const Piece& piece : pieces) {
    AppendOnOneLine(finding.Text(source::Span{at, piece.span.begin}), out);
    out += piece.text;
    at = piece.span.end;
  }
  AppendOnOneLine(finding.Text(source::Span{at, whole.end}), out);
  return out;
}

bool IsNumber(std::string_view text) { return text.front() >= '0' && text.front() <= '9'; }

bool IsOperand(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = text.find(c, i + 1);
      if (end == std::string_view::npos) return false;
      i = end;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && !IsWord(c) && c != '.') {
      return false;
    }
  }
  return true;
}

std::string RenderOperand(const Finding& finding, ExprId expr, const Renaming& names) {
  return Bracketed(Render(finding, expr, names));
}

std::string Bracketed(const std::string& text) { return IsOperand(text) ? text : "(" + text + ")"; }

bool MentionsName(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || (!IsWord(text[at - 1]) && text[at - 1] != '.');
    if (begins && (end >= text.size() || !IsWord(text[end]))) return true;
  }
  return false;
}

std::optional<std::string> WithNameAs(std::string_view text, std::string_view name,
                                      std::string_view other) {
  if (text.find_first_of("'\"") != std::string_view::npos) return std::nullopt;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = at + name.size();
    const bool word = text.compare(at, name.size(), name) == 0 &&
                      (at == 0 || (!IsWord(text[at - 1]) && text[at - 1] != '.')) &&
                      (end >= text.size() || !IsWord(text[end]));
    if (!word) {
      out += text[at++];
      continue;
    }
    if (end + 1 < text.size() && text[end] == '=' && text[end + 1] != '=') return std::nullopt;
    out += other;
    at = end;
  }
  return out;
}

std::string CommentsIn(const Finding& finding, source::Span span) {
  const source::SourceFile& source = finding.file.source();
  const std::uint32_t last = span.end > span.begin ? source.LineOf(span.end - 1) : 0;
  std::string out;
  for (source::Span comment : finding.tree().comments)
    if (comment.begin >= span.begin &&
        (comment.begin < span.end || source.LineOf(comment.begin) == last)) {
      std::string_view text = finding.Text(comment);
      while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
      // One behind the last statement stays where it is.
      if (comment.begin < span.end) out += std::string(text) + "\n";
    }
  return out;
}

std::string Dedented(std::string_view code, std::size_t margin, std::size_t columns) {
  std::istringstream lines{std::string(code)};
  std::string out, line;
  for (bool first = true; std::getline(lines, line); first = false) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!first) line.erase(0, std::min(margin + columns, line.find_first_not_of(" \t")));
    out += (first ? "" : "\n") + line;
  }
  return out;
}

std::string CallText(const std::string& head, const std::vector<std::string>& args,
                     std::size_t indentation) {
  std::string line = head + "(";
  for (std::size_t i = 0; i < args.size(); ++i) line += (i > 0 ? ", " : "") + args[i];
  line += ")";
  if (indentation + line.size() <= kWidth && line.find('\n') == std::string::npos) return line;
  std::string out = head + "(\n";
  for (const std::string& arg : args) out += "    " + arg + ",\n";
  return out + ")";
}

namespace {

// The arguments of the call whose bracket opens there; nothing where more follows behind it.
std::optional<std::vector<std::string>> ArgumentsIn(const std::string& text, std::size_t open) {
  std::vector<std::string> args(1);
  int depth = 1;
  char quote = 0;
  for (std::size_t i = open + 1; i + 1 < text.size(); ++i) {
    const char c = text[i];
    const bool opens = c == '(' || c == '[' || c == '{', closes = c == ')' || c == ']' || c == '}';
    if (quote != 0) quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'') quote = c;
    else depth += opens ? 1 : closes ? -1 : 0;
    if (depth == 0) return std::nullopt;
    if (quote == 0 && depth == 1 && c == ',') {
      args.emplace_back();
      i += i + 2 < text.size() && text[i + 1] == ' ' ? 1 : 0;
    } else {
      args.back() += c;
    }
  }
  return args;
}

}  // namespace

std::string SpreadCall(const std::string& head, const std::string& text, std::size_t indentation) {
  const std::size_t open = text.find('(');
  if (indentation + head.size() + text.size() <= kWidth || open == std::string::npos ||
      text.back() != ')' || !IsOperand(text))
    return head + text;
  const auto args = ArgumentsIn(text, open);
  return args ? CallText(head + text.substr(0, open), *args, indentation) : head + text;
}

}  // namespace graphmend::fix
