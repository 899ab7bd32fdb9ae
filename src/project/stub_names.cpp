#include "project/stub_names.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "project/library_stubs.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

using names::ParsedFile;
using names::Scope;

class Comparison {
 public:
  Comparison(const StubFile& file, const names::Program& program)
      : file_(file), program_(program), tree_(syntax::Parse(file.source, interner_)) {}

  std::vector<lint::Problem> Run() {
    const std::vector<StubPart> parts = PartsOf(file_, out_);
    out_.clear();  // headers are checked elsewhere
    if (!tree_->errors.empty()) return {};
    std::size_t next = 0;
    for (syntax::StmtId id : tree_->body) {
      const std::uint32_t line = file_.source.LineOf((*tree_)[id].span.begin);
      for (; next < parts.size() && parts[next].line <= line; ++next) Enter(parts[next]);
      if (source_) Compare((*tree_)[id]);
    }
    return std::move(out_);
  }

 private:
  // Further statements describe the module of this part.
  void Enter(const StubPart& part) {
    source_ = nullptr;
    module_ = part.module;
    const std::string package = module_.substr(0, module_.find('.'));
    const std::optional<names::FileId> top = module_.empty() ? std::nullopt : Source(package);
    if (!top) return;
    if (const std::optional<names::FileId> found = Source(module_)) {
      source_ = program_.Parsed(*found);
      return;
    }
    if (program_.ResolveModule(module_)) return;  // told by a stub of graphmend's own
    lint::Problem& problem = out_.emplace_back(
        lint::Problem{lint::ProblemKind::Unusable, file_.source.path(), part.line,
                      "there is no module `" + module_ + "` in the environment", ""});
    problem.column = 1;
  }

  std::optional<names::FileId> Source(const std::string& module) const {
    const std::optional<names::FileId> found = program_.ResolveModule(module);
    return found && !program_.Info(*found).is_stub ? found : std::nullopt;
  }

  const Scope& Top() const { return source_->index()[source_->index().module]; }

  void Compare(const syntax::Stmt& stmt) {
    if (const auto* def = std::get_if<syntax::FunctionStmt>(&stmt.node)) {
      const syntax::Function& function = (*tree_)[def->function];
      Demand(Top(), function.name.text(), function.name_span, module_);
    }
    const auto* def = std::get_if<syntax::ClassStmt>(&stmt.node);
    if (!def) return;
    const syntax::Class& cls = (*tree_)[def->cls];
    if (!Demand(Top(), cls.name.text(), cls.name_span, module_)) return;
    const Scope* members = MembersOf(cls.name.text());
    if (!members) return;
    for (syntax::StmtId id : cls.body)
      if (const auto* method = std::get_if<syntax::FunctionStmt>(&(*tree_)[id].node)) {
        const syntax::Function& function = (*tree_)[method->function];
        Demand(*members, function.name.text(), function.name_span, module_ + "." + cls.name.str());
      }
  }

  // The scope of a class that has all of its methods itself.
  const Scope* MembersOf(std::string_view name) const {
    const auto found = Top().definitions.find(program_.interner().Intern(name));
    if (found == Top().definitions.end() || found->second.size() != 1) return nullptr;
    const names::Definition& definition = found->second.front();
    if (definition.kind != names::DefinitionKind::Class) return nullptr;
    const syntax::Class& cls = source_->tree()[definition.cls];
    if (!cls.bases.empty() || !cls.decorators.empty()) return nullptr;
    return &source_->index()[source_->index().of_class[definition.cls.index]];
  }

  bool Has(const Scope& scope, std::string_view name) const {
    return scope.definitions.contains(program_.interner().Intern(name));
  }

  // Whether `scope` has the name, or may have it; else that it has not is said.
  bool Demand(const Scope& scope, std::string_view name, source::Span span,
              const std::string& owner) {
    const bool is_open = !scope.star_imports.empty() || Has(scope, "__getattr__") ||
                         source_->index().rebound_until > 0;
    const bool is_special = name.starts_with("__") && name.ends_with("__");
    if (is_open || is_special || Has(scope, name)) return true;
    std::vector<std::string_view> known;
    for (const base::Symbol symbol : scope.order) known.push_back(symbol.text());
    const source::Position at = file_.source.PositionOf(span.begin, source::ColumnUnit::CodePoints);
    lint::Problem& problem = out_.emplace_back(lint::Problem{
        lint::ProblemKind::Unusable, file_.source.path(), at.line,
        "`" + owner + "` has no `" + std::string(name) + "`", base::DidYouMean(name, known)});
    problem.column = at.column;
    return false;
  }

  const StubFile& file_;
  const names::Program& program_;
  base::Interner interner_;
  std::unique_ptr<syntax::Tree> tree_;
  std::string module_;
  const ParsedFile* source_ = nullptr;
  std::vector<lint::Problem> out_;
};

}  // namespace

std::vector<lint::Problem> NamesNotThere(const StubFile& file, const names::Program& program) {
  return Comparison(file, program).Run();
}

}  // namespace graphmend::project
