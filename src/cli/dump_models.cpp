#include "cli/dump_models.h"

#include <set>

#include "base/visible.h"
#include "infer/observation.h"
#include "models/stub_function.h"
#include "models/transfer_words.h"
#include "report/frame.h"

namespace graphmend::cli {
namespace {

// "torch  ->  <stubs>/torch/__init__.pyi", or that nothing is known of it.
std::string ImportLine(const names::Program& program, const std::string& module) {
  auto file = program.ResolveModule(module);
  std::string known = file                        ? program.Info(*file).shown_path
                      : program.IsPackage(module) ? "package without a file"
                                                  : "not modelled";
  return "import " + module + " -> " + known + "\n";
}

std::string ImportLines(const names::Program& program, const names::ParsedFile& file) {
  std::set<std::string> modules;
  for (const syntax::Stmt& stmt : file.tree().stmts) {
    if (const auto* plain = std::get_if<syntax::Import>(&stmt.node))
      for (const syntax::ImportAlias& alias : plain->names) modules.insert(alias.name.str());
    if (const auto* from = std::get_if<syntax::ImportFrom>(&stmt.node))
      modules.insert(program.AbsoluteModule(file.id(), from->module.text(), from->level));
  }
  std::string text;
  for (const std::string& module : modules) text += ImportLine(program, module);
  return text;
}

std::string SourceOf(const names::ParsedFile& file, syntax::ExprId expr) {
  return base::OneLine(file.source().Text(file.tree()[expr].span));
}

std::string BreakLine(const names::ParsedFile& file, const models::BreakRow& row) {
  std::string line = "    breaks";
  for (const std::string& id : row.gb_ids) line += " " + id;
  line += " " + std::string(infer::Slug(row.kind));
  if (row.when) line += " when " + SourceOf(file, row.when);
  if (!row.unless.empty()) line += " unless " + row.unless;
  if (row.since > 0) line += " since 2." + std::to_string(row.since);
  if (row.before != models::BreakRow::kNoRelease) line += " before 2." + std::to_string(row.before);
  if (!row.note.empty()) line += " (" + row.note + ")";
  return line + "\n";
}

// Nothing where the decorators say nothing.
std::string StubLines(const names::ParsedFile& file, const models::StubFunction& stub) {
  std::string text;
  for (const models::BreakRow& row : stub.breaks) text += BreakLine(file, row);
  if (stub.transfer != models::Transfer::None)
    text += "    transfer " + models::Name(stub.transfer) + "\n";
  if (stub.entry) text += "    compiles its first argument\n";
  if (stub.disabled) text += "    ends compilation inside\n";
  if (stub.constant) text += "    gives " + SourceOf(file, stub.constant) + " while compiling\n";
  for (const models::StubMistake& mistake : stub.mistakes)
    text += "    malformed: line " + std::to_string(file.source().LineOf(mistake.span.begin)) +
            ": " + mistake.message + "\n";
  return text;
}

std::string Headed(const names::ParsedFile& file, source::Span name, const std::string& lines) {
  if (lines.empty()) return {};
  return std::to_string(file.source().LineOf(name.begin)) + ": " +
         std::string(file.source().Text(name)) + "\n" + lines;
}

}  // namespace

std::string ModelsText(const names::Program& program, const names::ParsedFile& file) {
  const syntax::Tree& tree = file.tree();
  std::string text = ImportLines(program, file);
  for (const syntax::Class& cls : tree.classes)
    text += Headed(file, cls.name_span,
                   StubLines(file, models::ReadStub(tree, cls.decorators, file.source())));
  for (const syntax::Function& function : tree.functions)
    text += Headed(file, function.name_span,
                   StubLines(file, models::ReadStub(tree, function.decorators, file.source())));
  return text;
}

}  // namespace graphmend::cli
