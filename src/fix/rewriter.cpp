#include "fix/rewriter.h"

#include <algorithm>

#include "base/check.h"
#include "base/match.h"
#include "fix/code.h"
#include "fix/function_flows.h"
#include "fix/inline_helper.h"
#include "fix/module_scope.h"
#include "fix/renderer.h"
#include "syntax/qualified_name.h"

namespace graphmend::fix {
namespace {

using syntax::StmtId;

// What a block is indented by.
constexpr std::string_view kBlock = "    ";

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\f\r\n") == std::string_view::npos;
}

bool IsWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool HoldsWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !IsWordChar(text[at - 1])) && (end >= text.size() || !IsWordChar(text[end])))
      return true;
  }
  return false;
}

// Whether there is no code in any of the lines.
bool AreComments(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::size_t first = lines.find_first_not_of(" \t\f");
    if (first < end && lines[first] != '#') return false;
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return true;
}

bool IsDocstring(const syntax::Tree& tree, StmtId stmt) {
  const auto* expr = std::get_if<syntax::ExprStmt>(&tree[stmt].node);
  const auto* text = expr ? std::get_if<syntax::Literal>(&tree[expr->value].node) : nullptr;
  return text && text->kind == syntax::LiteralKind::Str;
}

}  // namespace

void Rewriter::Replace(source::Span span, std::string text) {
  finding_.flows.budget().Spend(Budget::kOfEdit);
  // `f(x)or y`: what ended with a bracket may stand right before a word, or behind one.
  std::string_view source = finding_.file.source().text();
  const bool replaces = span.begin < span.end && !text.empty();
  if (replaces && IsWordChar(text.back()) && !IsWordChar(source[span.end - 1]) &&
      span.end < source.size() && IsWordChar(source[span.end]))
    text += ' ';
  if (replaces && IsWordChar(text.front()) && !IsWordChar(source[span.begin]) && span.begin > 0 &&
      IsWordChar(source[span.begin - 1]))
    text.insert(0, 1, ' ');
  edits_.push_back({span, WithLineEnds(text)});
}

std::string Rewriter::Operand(syntax::ExprId expr) const {
  const std::string text(finding_.Text(expr));
  return Code::Of(finding_, expr).precedence() == Precedence::Primary ? text : "(" + text + ")";
}

// ---- statements ---------------------------------------------------------------------------------
std::string Rewriter::WithLineEnds(std::string_view text) const {
  if (text.find('\n') == std::string_view::npos) return std::string(text);
  std::string_view source = finding_.file.source().text();
  const std::size_t first = source.find_first_of("\r\n");
  std::string_view line_end = "\n";
  if (first != std::string_view::npos && source[first] == '\r')
    line_end = source.substr(first, 2) == "\r\n" ? "\r\n" : "\r";
  std::string out;
  for (char c : text) {
    if (c == '\n') out += line_end;
    else out += c;
  }
  return out;
}

std::string Rewriter::Indentation(StmtId stmt) const {
  const source::SourceFile& source = finding_.file.source();
  const std::uint32_t begin = finding_.tree()[stmt].span.begin;
  const std::uint32_t line = source.LineStart(source.LineOf(begin));
  std::string_view before = source.Text({line, begin});
  before = before.substr(0, before.find_first_not_of(" \t\f"));
  // A form feed begins a page, and the column anew: what is inserted begins none.
  return std::string(before.substr(before.rfind('\f') + 1));
}

std::string Rewriter::Indented(std::string_view lines, std::string_view indentation) const {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    if (!line.empty()) out += indentation;
    out += line;
    out += '\n';
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return out;
}

bool Rewriter::HasOwnLines(StmtId stmt) const {
  const source::SourceFile& source = finding_.file.source();
  const source::Span span = finding_.tree()[stmt].span;
  const std::uint32_t first = source.LineOf(span.begin);
  const std::uint32_t last = source.LineOf(span.end > span.begin ? span.end - 1 : span.end);
  if (!IsBlank(source.Text({source.LineStart(first), span.begin}))) return false;
  // A form feed begins the column anew: what is put before it, or taken away, moves nothing.
  for (std::uint32_t line = first; line <= last; ++line) {
    std::string_view text = source.Line(line);
    if (text.substr(0, text.find_first_not_of(" \t\f")).find('\f') != std::string_view::npos)
      return false;
  }
  const std::uint32_t end =
      source.LineStart(last) + static_cast<std::uint32_t>(source.Line(last).size());
  std::string_view behind = source.Text({std::min(span.end, end), end});
  const std::size_t content = behind.find_first_not_of(" \t\f");
  return content == std::string_view::npos || behind[content] == '#';
}

void Rewriter::InsertBefore(StmtId stmt, std::string_view lines) {
  const source::SourceFile& source = finding_.file.source();
  const std::uint32_t begin = finding_.tree()[stmt].span.begin;
  InsertAt(source.LineStart(source.LineOf(begin)), Indented(lines, Indentation(stmt)));
}

void Rewriter::InsertAfter(StmtId stmt, std::string_view lines) {
  const source::SourceFile& source = finding_.file.source();
  const source::Span span = finding_.tree()[stmt].span;
  const std::uint32_t last = source.LineOf(span.end > span.begin ? span.end - 1 : span.end);
  std::string text = Indented(lines, Indentation(stmt));
  if (last == source.LineCount()) {  // the file ends without a line end
    if (!text.empty()) text.pop_back();
    text.insert(0, "\n");
  }
  InsertAt(source.LineStart(last + 1), std::move(text));
}

void Rewriter::LeadTo(syntax::FunctionId function) {
  leads_ = true;
  if (function != finding_.function)
    leads_to_.push_back(syntax::QualifiedName(finding_.tree(), function));
}

std::size_t Rewriter::ColumnOfReplacement(StmtId stmt) const {
  return Indentation(stmt).size() + (finding_.IsElif(stmt) ? kBlock.size() : 0);
}

void Rewriter::ReplaceStatement(StmtId stmt, std::string_view lines) {
  std::string indentation = Indentation(stmt);
  std::string text =
      finding_.IsElif(stmt) && !AreComments(lines)
          ? indentation + "else:\n" + Indented(lines, indentation + std::string(kBlock))
          : Indented(lines, indentation);
  if (!text.empty()) text.pop_back();
  Replace(finding_.tree()[stmt].span, text.substr(std::min(indentation.size(), text.size())));
}

void Rewriter::Delete(StmtId stmt) {
  const bool alone = finding_.parents.PositionOf(stmt).block.size() == 1;
  if (alone && !finding_.IsElif(stmt)) return Replace(finding_.tree()[stmt].span, "pass");
  const source::SourceFile& source = finding_.file.source();
  const source::Span span = finding_.tree()[stmt].span;
  const std::uint32_t last = source.LineOf(span.end > span.begin ? span.end - 1 : span.end);
  const std::uint32_t end =
      source.LineStart(last) + static_cast<std::uint32_t>(source.Line(last).size());
  const std::uint32_t begin = source.LineStart(source.LineOf(span.begin));
  std::string_view behind = source.Text({std::min(span.end, end), end});
  const std::size_t comment = behind.find_first_not_of(" \t\f");
  // A comment behind it stays, on a line of its own.
  if (comment != std::string_view::npos)
    return Replace({span.begin, span.end + static_cast<std::uint32_t>(comment)}, "");
  Replace({begin, source.LineStart(last + 1)}, "");
}

// ---- names --------------------------------------------------------------------------------------
std::string Rewriter::FreeName(std::string_view base) const {
  std::string name(base);
  std::string_view text = finding_.file.source().text();
  for (int number = 2; HoldsWord(text, name); ++number)
    name = std::string(base) + "_" + std::to_string(number);
  return name;
}

std::string Rewriter::FreshName(std::string_view base) {
  return names_.emplace_back(FreeName(base));
}

std::string Rewriter::FreshModuleName(std::string_view base) {
  return module_names_.emplace_back(FreeName(base));
}

// Behind the last import at the top of the module, else behind the docstring, else above all.
std::uint32_t Rewriter::ImportPoint() const {
  const syntax::Tree& tree = finding_.tree();
  const source::SourceFile& source = finding_.file.source();
  StmtId after;
  const source::Span own = HelperIn(source.text());  // its imports are its own
  const std::size_t helper = own.end == 0 ? source.text().size() : own.begin;
  for (std::size_t i = 0; i < tree.body.size(); ++i) {
    const syntax::StmtNode& node = tree[tree.body[i]].node;
    if (std::holds_alternative<syntax::FunctionStmt>(node) ||
        std::holds_alternative<syntax::ClassStmt>(node) || tree[tree.body[i]].span.begin > helper)
      break;
    if (std::holds_alternative<syntax::Import>(node) ||
        std::holds_alternative<syntax::ImportFrom>(node) ||
        (i == 0 && IsDocstring(tree, tree.body[i])))
      after = tree.body[i];
  }
  if (!after)
    return tree.body.empty() ? 0 : source.LineStart(source.LineOf(tree[tree.body[0]].span.begin));
  return source.LineStart(source.LineOf(tree[after].span.end - 1) + 1);
}

void Rewriter::RequireLines(std::string lines) {
  const std::uint32_t point = ImportPoint();
  std::string_view text = finding_.file.source().text();
  std::string line_ends = WithLineEnds(lines);
  if (point == text.size() && !text.empty() && text.back() != '\n' && text.back() != '\r')
    line_ends = WithLineEnds("\n" + lines);
  shared_.push_back({{point, point}, std::move(line_ends)});
}

namespace {

// What the definitions of one name of a module say of the import of another module.
struct Imported {
  bool as_name = false;  // the name is the module, or gives it by its dotted name
  bool by_dots = false;  // … by its dotted name
  bool taken = false;    // the name is that of the top package, and means something else
};

// One definition: whether it is of the module, and by its dotted name.
std::pair<bool, bool> Imports(const syntax::Tree& tree, const names::Definition& definition,
                              std::string_view module, std::string_view top) {
  if (definition.kind == names::DefinitionKind::Import) {
    const auto& alias =
        std::get<syntax::Import>(tree[definition.stmt].node).names[definition.alias];
    const std::string_view name = alias.name.text();
    if (!alias.as.text().empty()) return {name == module, false};
    if (name == module) return {true, true};
    return {module == top && name.substr(0, name.find('.')) == top, false};
  }
  if (definition.kind != names::DefinitionKind::ImportFrom) return {};
  const auto& from = std::get<syntax::ImportFrom>(tree[definition.stmt].node);
  if (from.level != 0) return {};
  const std::string_view name = from.names[definition.alias].name.text();
  return {std::string(from.module.text()) + "." + std::string(name) == module, false};
}

Imported ImportedBy(const syntax::Tree& tree, std::string_view name,
                    const std::vector<names::Definition>& definitions, std::string_view module) {
  const std::string_view top = module.substr(0, module.find('.'));
  bool all = !definitions.empty(), dotted = false;
  // `import pkg.a` and `import pkg.b` bind one name, and each gives its module.
  bool only_package = name == top;
  Imported out;
  for (const names::Definition& definition : definitions) {
    const bool plain = definition.kind == names::DefinitionKind::Import;
    const auto* alias =
        plain ? &std::get<syntax::Import>(tree[definition.stmt].node).names[definition.alias]
              : nullptr;
    const bool renamed = alias && !alias->as.text().empty();
    out.taken |= name == top && (!plain || (renamed && alias->name.text() != top));
    const auto [same, by_dots] = Imports(tree, definition, module, top);
    const bool always = definition.guard != names::Guard::TypeChecking &&
                        definition.guard != names::Guard::ExceptHandler && !definition.function;
    all &= same && always;
    dotted |= by_dots;
    only_package &= plain && !renamed && always;
  }
  out.by_dots = dotted;
  out.as_name = all || (only_package && dotted);
  return out;
}

}  // namespace

std::string Rewriter::Import(std::string_view module) {
  const names::Index& index = finding_.file.index();
  const names::ScopeId scope =
      finding_.function ? index.of_function[finding_.function.index] : index.module;
  auto usable = [&](syntax::Symbol name) {
    return index.Resolve(scope, name).kind == names::BindingKind::Global;
  };
  const std::string_view top = module.substr(0, module.find('.'));
  bool top_is_free = true;
  for (syntax::Symbol name : index[index.module].order) {
    const Imported imported =
        ImportedBy(finding_.tree(), name.text(), index[index.module].definitions.at(name), module);
    top_is_free &= !imported.taken;
    if (imported.as_name && usable(name))
      return imported.by_dots ? std::string(module) : name.str();
  }
  syntax::Symbol top_symbol;
  for (names::ScopeId at = scope; at; at = index[at].parent)
    for (syntax::Symbol name : index[at].slots)
      if (name.text() == top) top_symbol = name;
  top_is_free &= top_symbol.text().empty() || usable(top_symbol);
  top_is_free = top_is_free && !MayComeByStar(finding_, top);
  if (top_is_free) {
    RequireLines("import " + std::string(module) + "\n");
    return std::string(module);
  }
  std::string alias = "_" + std::string(module);
  std::replace(alias.begin(), alias.end(), '.', '_');
  const std::string line = "import " + std::string(module) + " as " + alias + "\n";
  RequireLines(line);
  return alias;
}

namespace {
// Where the last lines go of a text that ends without a newline, the one before them goes, too.
// The edits are sorted.
void EndWithoutNewline(std::string_view text, std::vector<diag::Edit>& edits) {
  if (edits.empty() || text.ends_with('\n')) return;
  const auto deletes = [](const diag::Edit& edit) { return edit.text.empty(); };
  if (!deletes(edits.back()) || edits.back().span.end != text.size()) return;
  const auto meet = [&](const diag::Edit& a, const diag::Edit& b) {
    return deletes(a) && a.span.end == b.span.begin;
  };
  while (edits.size() > 1 && meet(edits[edits.size() - 2], edits.back())) {
    edits[edits.size() - 2].span.end = edits.back().span.end;
    edits.pop_back();
  }
  std::uint32_t& begin = edits.back().span.begin;
  const std::uint32_t before = edits.size() > 1 ? edits[edits.size() - 2].span.end : 0;
  const auto follows = [&](char c) { return begin > before && text[begin - 1] == c; };
  if (follows('\n') && --begin && follows('\r')) --begin;
}
}  // namespace

diag::Fix Rewriter::Finish(std::string title, diag::Applicability applicability,
                           std::string difference) {
  diag::Fix fix;
  fix.title = std::move(title);
  fix.applicability = applicability;
  fix.difference = std::move(difference);
  fix.edits = std::move(edits_);
  fix.shared = std::move(shared_);
  fix.names = std::move(names_);
  fix.leads = leads_;
  fix.leads_to = std::move(leads_to_);
  fix.module_names = std::move(module_names_);
  auto before = [](const diag::Edit& a, const diag::Edit& b) {
    return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
  };
  std::stable_sort(fix.edits.begin(), fix.edits.end(), before);
  EndWithoutNewline(finding_.file.source().text(), fix.edits);
  for (std::size_t i = 1; i < fix.edits.size(); ++i)
    GM_CHECK(fix.edits[i - 1].span.end <= fix.edits[i].span.begin, "edits of one fix overlap");
  std::stable_sort(fix.shared.begin(), fix.shared.end(), before);
  auto same = [](const diag::Edit& a, const diag::Edit& b) {
    return a.span == b.span && a.text == b.text;
  };
  fix.shared.erase(std::unique(fix.shared.begin(), fix.shared.end(), same), fix.shared.end());
  return fix;
}

}  // namespace graphmend::fix
