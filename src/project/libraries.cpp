#include "project/libraries.h"

#include <map>
#include <memory>
#include <string_view>

#include "syntax/qualified_name.h"

namespace graphmend::project {
namespace {

lint::FileKnowledge::Around AroundIn(const names::ParsedFile* file, source::Span span) {
  lint::FileKnowledge::Around around{span, ""};
  if (!file) return around;
  bool found = false;
  for (const syntax::Stmt& statement : file->tree().stmts) {
    const source::Span header = statement.header, narrowest = around.statement;
    if (header.begin > span.begin || header.end < span.end) continue;
    if (!found || header.end - header.begin < narrowest.end - narrowest.begin)
      around.statement = header;
    found = true;
  }
  if (const syntax::FunctionId function = syntax::FunctionAround(file->tree(), span))
    around.function = syntax::QualifiedName(file->tree(), function);
  return around;
}

}  // namespace

std::string LibraryOf(const names::FileInfo& info, const Environment& environment) {
  const bool is_code = info.path.ends_with(".py") || info.path.ends_with(".pyi");
  if (info.selected || info.is_stub || !is_code) return {};
  std::string package = info.module.substr(0, info.module.find('.'));
  const std::string version = environment.VersionOf(package);
  return version.empty() ? package : package + " " + version;
}

lint::FileKnowledge KnowledgeOf(const names::Program& program, const Environment& environment) {
  struct Known {
    std::map<std::string_view, names::FileId> asked_for;  // by the path that is shown
    std::map<std::string_view, std::string> libraries;
  };
  auto known = std::make_shared<Known>();
  for (std::uint32_t i = 0; i < program.FileCount(); ++i) {
    const names::FileInfo& info = program.Info(names::FileId(i));
    if (info.selected) known->asked_for.emplace(info.shown_path, names::FileId(i));
    else known->libraries.emplace(info.shown_path, LibraryOf(info, environment));
  }
  lint::FileKnowledge files;
  files.is_asked_for = [known](const source::SourceFile& file) {
    return known->asked_for.contains(file.path());
  };
  files.library_of = [known](const source::SourceFile& file) {
    auto library = known->libraries.find(file.path());
    return library == known->libraries.end() ? file.path() : library->second;
  };
  files.around = [known, &program](const diag::Location& at) {
    return AroundIn(program.Parsed(known->asked_for.at(at.file->path())), at.span);
  };
  return files;
}

}  // namespace graphmend::project
