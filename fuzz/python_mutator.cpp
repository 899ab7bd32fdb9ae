#include "python_mutator.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <vector>

#include "source/source_file.h"
#include "syntax/parse.h"

namespace graphmend::fuzz {
namespace {

using source::Span;

// What breaks graphs, guards breaks, or is rare.
constexpr std::array<std::string_view, 28> kStatements = {
    "print(x)",
    "x = x * x.item()",
    "if x.sum() > 0:\n    x = x + 1\nelse:\n    return x",
    "while x.any():\n    x = x - 1",
    "for i in range(x.item()):\n    x = x + i\nelse:\n    x = 1",
    "assert x.sum() > 0, f\"{x}\"",
    "if torch.isnan(x).any():\n    raise ValueError(\"nan\")",
    "y = x.nonzero()[0].tolist()",
    "x[x > 0] = 0",
    "torch._dynamo.graph_break()",
    "with torch.no_grad():\n    x = x.cpu().numpy()",
    "try:\n    x = x.item()\nexcept ValueError as e:\n    raise RuntimeError from e\nfinally:\n    y = 1",
    "match x:\n    case [1, *r] if r:\n        pass\n    case {\"a\": b, **c}:\n        print(b)\n    case "
    "_:\n        pass",
    "self.cache = x",
    "import warnings; warnings.warn(f\"{x}\")",
    "logger.info(\"%s\", x.item())",
    "x = [a for a in x if a.item()]",
    "x = {k: v.item() for k, v in {'a': x}.items()}",
    "def g(a, /, b=1, *c, d, **e):\n    return g(a, d=b)",
    "class Q(torch.nn.Module):\n    def forward(self, x):\n        return x.item()",
    "x = (lambda a: a.item())(x)",
    "global x",
    "del x",
    "return x if x.sum() else None",
    "yield x",
    "(y := x.item())",
    "@torch.compile\ndef h(x):\n    return x.item()",
    "x = torch.where(x > 0, x, 0)  # graphmend: ignore[GM106] because"};
constexpr std::array<std::string_view, 10> kExpressions = {
    "x", "x.item()", "(x.sum() > 0)", "None", "x[x > 0]", "self.f(x)", "not x", "[x, *x]", "f\"{x}\"",
    "(x if x.any() else 0)"};

class Mutator {
 public:
  Mutator(std::string_view text, std::uint32_t seed) : text_(text), random_(seed) {}

  std::string Run() {
    for (std::uint32_t left = 1 + Below(4); left > 0; --left) Change();
    return std::move(text_);
  }

 private:
  std::uint32_t Below(std::size_t count) { return static_cast<std::uint32_t>(random_() % count); }

  void Change() {
    const source::SourceFile file("model.py", text_);
    base::Interner interner;
    const auto tree = syntax::Parse(file, interner);
    std::vector<Span> statements, expressions;
    for (std::uint32_t i = 0; i < tree->stmts.size(); ++i)
      statements.push_back((*tree)[syntax::StmtId(i)].span);
    for (std::uint32_t i = 0; i < tree->exprs.size(); ++i)
      expressions.push_back((*tree)[syntax::ExprId(i)].span);
    if (statements.empty() || Below(3) == 0) return Insert(statements);
    if (!expressions.empty() && Below(2) == 0) return ChangeExpression(expressions);
    ChangeStatement(statements);
  }

  Span Any(const std::vector<Span>& spans) { return spans[Below(spans.size())]; }
  std::string Text(Span span) const { return text_.substr(span.begin, span.size()); }

  // The blanks before a statement that begins its line; else nothing.
  std::optional<std::string> Indent(std::size_t at) const {
    const std::size_t start = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
    const std::string blanks = text_.substr(start, at - start);
    if (blanks.find_first_not_of(" \t") != std::string::npos) return std::nullopt;
    return blanks;
  }

  // With the blanks before its first line before the others in place of `from`.
  static std::string Moved(const std::string& text, const std::string& from,
                           const std::string& to) {
    std::string moved;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = std::string_view(text).substr(at, end - at);
      if (at > 0) {
        if (line.starts_with(from)) line.remove_prefix(from.size());
        moved += '\n';
        if (!line.empty()) moved += to;
      }
      moved += line;
      at = end + 1;
    }
    return moved;
  }

  void Insert(const std::vector<Span>& statements) {
    std::string added(kStatements[Below(kStatements.size())]);
    if (statements.empty()) {
      text_ += "\n" + added + "\n";
      return;
    }
    const Span where = Any(statements);
    const auto indent = Indent(where.begin);
    if (indent) text_.insert(where.begin, Moved(added, "", *indent) + "\n" + *indent);
  }

  void ChangeExpression(const std::vector<Span>& expressions) {
    const Span at = Any(expressions);
    const std::string other =
        Below(3) == 0 ? std::string(kExpressions[Below(kExpressions.size())])
                      : Text(Any(expressions));
    if (other.size() < 2000) text_.replace(at.begin, at.size(), other);
  }

  void ChangeStatement(const std::vector<Span>& statements) {
    const Span at = Any(statements), from = Any(statements);
    const auto indent = Indent(at.begin), old = Indent(from.begin);
    if (!indent || !old) return;
    const std::string other = Moved(Text(from), *old, *indent);
    if (other.size() > 4000) return;
    switch (Below(4)) {
      case 0: text_.replace(at.begin, at.size(), other); break;
      case 1: text_.replace(at.begin, at.size(), "pass"); break;
      case 2: text_.insert(at.begin, other + "\n" + *indent); break;
      default: {
        constexpr std::array<std::string_view, 7> kHeads = {
            "if x.sum() > 0:", "for i in x:", "while x.any():", "with torch.no_grad():",
            "def h(x):",       "if flag:",    "class C:"};
        const std::string inner = Moved(Text(at), *indent, *indent + "    ");
        text_.replace(at.begin, at.size(),
                      std::string(kHeads[Below(kHeads.size())]) + "\n" + *indent + "    " + inner);
      }
    }
  }

  std::string text_;
  std::mt19937 random_;
};

}  // namespace

std::string MutatePython(std::string_view text, std::uint32_t seed) {
  base::Result<std::string> decoded = source::Decode(std::string(text), "model.py");
  if (!decoded) return std::string(text);
  return Mutator(*decoded, seed).Run();
}

}  // namespace graphmend::fuzz
