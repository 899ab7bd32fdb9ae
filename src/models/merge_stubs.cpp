#include "models/merge_stubs.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/symbol.h"
#include "source/source_file.h"
#include "syntax/parse.h"
#include "syntax/tree.h"

namespace graphmend::models {
namespace {

using source::Span;
using syntax::StmtId;
using syntax::StmtList;

struct Parsed {
  explicit Parsed(std::string_view text)
      : file("", std::string(text)), tree(syntax::Parse(file, interner)) {}
  base::Interner interner;
  source::SourceFile file;
  std::unique_ptr<syntax::Tree> tree;
};

template <class Node>
const Node* StmtAs(const Parsed& side, StmtId id) {
  return std::get_if<Node>(&(*side.tree)[id].node);
}

std::string_view NameOf(const Parsed& side, syntax::ExprId id) {
  const auto* name = std::get_if<syntax::Name>(&(*side.tree)[id].node);
  return name ? name->id.text() : std::string_view();
}

// What a statement defines; nothing for what defines no name, or several.
std::string_view NameOf(const Parsed& side, StmtId id) {
  if (const auto* def = StmtAs<syntax::FunctionStmt>(side, id))
    return (*side.tree)[def->function].name.text();
  if (const auto* def = StmtAs<syntax::ClassStmt>(side, id))
    return (*side.tree)[def->cls].name.text();
  if (const auto* typed = StmtAs<syntax::AnnAssign>(side, id)) return NameOf(side, typed->target);
  if (const auto* alias = StmtAs<syntax::TypeAlias>(side, id)) return alias->name.text();
  if (const auto* assign = StmtAs<syntax::Assign>(side, id); assign && assign->targets.size() == 1)
    return NameOf(side, assign->targets[0]);
  return {};
}

// `...`, `pass` and docstrings.
bool SaysNothing(const Parsed& side, StmtId id) {
  if (StmtAs<syntax::Pass>(side, id)) return true;
  const auto* expression = StmtAs<syntax::ExprStmt>(side, id);
  return expression &&
         std::holds_alternative<syntax::Literal>((*side.tree)[expression->value].node);
}

// The blanks before what begins at `offset`, and whether it is the first of its line.
std::pair<std::string_view, bool> IndentAt(const Parsed& side, std::uint32_t offset) {
  const std::uint32_t start = side.file.LineStart(side.file.LineOf(offset));
  const std::string_view before = side.file.Text({start, offset});
  const std::size_t blanks = std::min(before.find_first_not_of(" \t\f"), before.size());
  return {before.substr(0, blanks), blanks == before.size()};
}

// The text of a span, whose further lines are indented by `from`, indented by `to`.
std::string Indented(const Parsed& side, Span span, std::string_view to) {
  const std::string_view from = IndentAt(side, span.begin).first;
  std::string out;
  std::string_view text = side.file.Text(span);
  while (true) {
    const std::size_t end = text.find('\n');
    out += text.substr(0, end);
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
    if (text.starts_with(from) && !from.empty()) text.remove_prefix(from.size());
    else if (!from.empty()) continue;
    out += to;
  }
}

// Of `class A(B):` the `class`, and where the bases end.
std::uint32_t KeywordOf(const Parsed& side, const syntax::Class& cls) {
  const std::size_t found = side.file.text().rfind("class", cls.name_span.begin);
  return static_cast<std::uint32_t>(std::max<std::size_t>(found, cls.span.begin));
}

std::uint32_t HeaderEnd(const Parsed& side, StmtId id) {
  Span header = (*side.tree)[id].header;
  while (header.size() > 0) {
    const char last = side.file.text()[header.end - 1];
    if (last != ':' && last != ' ' && last != '\t') break;
    --header.end;
  }
  return header.end;
}

// One name that an import binds.
struct ImportedName {
  std::string_view bound;
  std::string module;     // absolute
  std::string_view name;  // empty: `import a.b`
  std::string line;
  bool exported = false;
  bool star = false;
};

std::string Absolute(const StubText& of, std::string_view module, std::uint32_t level) {
  if (level == 0) return std::string(module);
  std::string_view package = of.module;
  for (std::uint32_t up = of.is_package ? 1 : 0; up < level; ++up) {
    const std::size_t dot = package.rfind('.');
    package = dot == std::string_view::npos ? std::string_view() : package.substr(0, dot);
  }
  std::string absolute(package);
  if (!package.empty() && !module.empty()) absolute += '.';
  return absolute.append(module);
}

std::vector<ImportedName> ImportsOf(const Parsed& side, const StubText& of) {
  std::vector<ImportedName> out;
  for (StmtId id : side.tree->body) {
    if (const auto* plain = StmtAs<syntax::Import>(side, id))
      for (const syntax::ImportAlias& alias : plain->names) {
        const std::string_view name = alias.name.text();
        const bool renamed = static_cast<bool>(alias.as);
        out.push_back({renamed ? alias.as.text() : name.substr(0, name.find('.')),
                       std::string(name), "",
                       "import " + std::string(name) + (renamed ? " as " + alias.as.str() : ""),
                       renamed && alias.as == alias.name, false});
      }
    const auto* from = StmtAs<syntax::ImportFrom>(side, id);
    if (!from) continue;
    const std::string module = Absolute(of, from->module.text(), from->level);
    const std::string head = "from " + module + " import ";
    if (from->star) out.push_back({"", module, "", head + "*", true, true});
    for (const syntax::ImportAlias& alias : from->names) {
      const bool renamed = static_cast<bool>(alias.as);
      out.push_back({renamed ? alias.as.text() : alias.name.text(), module, alias.name.text(),
                     head + alias.name.str() + (renamed ? " as " + alias.as.str() : ""),
                     renamed && alias.as == alias.name, false});
    }
  }
  return out;
}

class Merger {
 public:
  Merger(std::string_view base, const StubText& over, const HasClass& has_class)
      : base_(base), over_(over.text), of_(over), has_class_(has_class) {}

  MergedStub Merge() {
    const auto end = static_cast<std::uint32_t>(base_.file.text().size());
    base_imports_ = ImportsOf(base_, of_);
    for (const ImportedName& one : base_imports_) base_names_.insert(one.bound);
    for (StmtId id : base_.tree->body) base_names_.insert(NameOf(base_, id));
    AddImports();
    MergeBody(base_.tree->body, over_.tree->body, end, "");
    out_.text = Applied();
    return std::move(out_);
  }

 private:
  void AddImports() {
    for (const ImportedName& one : ImportsOf(over_, of_)) {
      imports_ += one.line + "\n";
      const bool of_itself = one.module == of_.module;
      const bool known = !one.star && base_names_.contains(one.bound);
      if (!of_itself && (!known || one.exported)) added_imports_ += one.line + "\n";
    }
  }

  using Definitions = std::map<std::string_view, std::vector<StmtId>>;

  void MergeBody(StmtList base, StmtList over, std::uint32_t end, const std::string& indent) {
    const bool is_top = indent.empty();
    Definitions defined;
    for (StmtId id : base)
      if (const std::string_view name = NameOf(base_, id); !name.empty())
        defined[name].push_back(id);
    std::set<std::string_view> replaced;
    std::string added = is_top ? "\n" + added_imports_ : "";
    for (StmtId id : over) {
      const bool is_import =
          StmtAs<syntax::Import>(over_, id) || StmtAs<syntax::ImportFrom>(over_, id);
      if (SaysNothing(over_, id) || (is_top && is_import)) continue;
      const std::string_view name = NameOf(over_, id);
      if (!replaced.contains(name) && TakeClass(id, defined[name], is_top)) continue;
      if (!name.empty() && replaced.insert(name).second)
        for (StmtId old : defined[name]) Replace((*base_.tree)[old].span, "...");
      const std::string text = indent + Indented(over_, (*over_.tree)[id].span, indent);
      added += is_top ? text + "\n" : "\n" + text;
    }
    insertions_[end] += added;
  }

  // Whether a statement is a class of which `base` has the rest, there or elsewhere.
  bool TakeClass(StmtId id, const std::vector<StmtId>& before, bool is_top) {
    if (!StmtAs<syntax::ClassStmt>(over_, id)) return false;
    if (before.empty()) return is_top && Move(id, NameOf(over_, id));
    if (before.size() > 1 || !StmtAs<syntax::ClassStmt>(base_, before[0])) return false;
    MergeClass(before[0], id);
    return true;
  }

  void MergeClass(StmtId base, StmtId over) {
    const syntax::Class& old = (*base_.tree)[StmtAs<syntax::ClassStmt>(base_, base)->cls];
    const syntax::Class& own = (*over_.tree)[StmtAs<syntax::ClassStmt>(over_, over)->cls];
    const std::string outer(IndentAt(base_, old.span.begin).first);
    if (!own.decorators.empty())
      Replace({old.span.begin, KeywordOf(base_, old)},
              Indented(over_, {own.span.begin, KeywordOf(over_, own)}, outer));
    if (!own.bases.empty())
      Replace({old.name_span.end, HeaderEnd(base_, base)},
              std::string(over_.file.Text({own.name_span.end, HeaderEnd(over_, over)})));
    const std::uint32_t first = (*base_.tree)[old.body.front()].span.begin;
    auto [indent, on_own_line] = IndentAt(base_, first);
    std::string inner(indent);
    if (!on_own_line) {  // class A: ...
      inner = outer + "    ";
      insertions_[first] = "\n" + inner;
    }
    MergeBody(old.body, own.body, old.span.end, inner);
  }

  // A class that `base` has from elsewhere is described there.
  bool Move(StmtId id, std::string_view name) {
    for (const ImportedName& one : base_imports_) {
      if (!one.star && (one.bound != name || one.name.empty())) continue;
      const std::string_view original = one.star ? name : one.name;
      if (one.module == of_.module || !has_class_(one.module, original)) continue;
      const syntax::Class& cls = (*over_.tree)[StmtAs<syntax::ClassStmt>(over_, id)->cls];
      std::string text(over_.file.Text({cls.span.begin, cls.name_span.begin}));
      text += original;
      text += over_.file.Text({cls.name_span.end, cls.span.end});
      auto there = std::find_if(out_.moved.begin(), out_.moved.end(),
                                [&](const MovedClasses& m) { return m.module == one.module; });
      if (there == out_.moved.end()) there = out_.moved.insert(there, {one.module, imports_});
      there->text += text + "\n";
      return true;
    }
    return false;
  }

  void Replace(Span span, std::string text) {
    replacements_.try_emplace(span.begin, span.end, std::move(text));
  }

  // Of edits that lie in another one, nothing is left.
  std::string Applied() const {
    const std::string_view text = base_.file.text();
    std::string out;
    std::uint32_t done = 0;
    auto insertion = insertions_.begin();
    auto insert_until = [&](std::uint32_t end) {
      for (; insertion != insertions_.end() && insertion->first <= end; ++insertion) {
        if (insertion->first < done) continue;
        out += text.substr(done, insertion->first - done);
        out += insertion->second;
        done = insertion->first;
      }
    };
    for (const auto& [begin, edit] : replacements_) {
      if (begin < done) continue;
      insert_until(begin);
      out += text.substr(done, begin - done);
      out += edit.second;
      done = edit.first;
    }
    insert_until(static_cast<std::uint32_t>(text.size()));
    return out += text.substr(done);
  }

  Parsed base_, over_;
  const StubText& of_;
  const HasClass& has_class_;
  std::vector<ImportedName> base_imports_;
  std::set<std::string_view> base_names_;
  std::string imports_, added_imports_;  // all of `over`, and those that `base` takes
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> replacements_;
  std::map<std::uint32_t, std::string> insertions_;
  MergedStub out_;
};

}  // namespace

MergedStub MergeStubs(std::string_view base, const StubText& over, const HasClass& has_class) {
  return Merger(base, over, has_class).Merge();
}

std::unordered_set<std::string> ClassesOf(std::string_view text) {
  const Parsed side(text);
  std::unordered_set<std::string> out;
  for (StmtId id : side.tree->body) {
    if (StmtAs<syntax::ClassStmt>(side, id)) out.emplace(NameOf(side, id));
    const auto* from = StmtAs<syntax::ImportFrom>(side, id);
    for (const syntax::ImportAlias& alias :
         from ? from->names : std::span<const syntax::ImportAlias>())
      out.emplace((alias.as ? alias.as : alias.name).text());
  }
  return out;
}

}  // namespace graphmend::models
