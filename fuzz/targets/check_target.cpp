#include <string>
#include <utility>

#include "cache/outcome.h"
#include "fix/diff.h"
#include "flow/graph.h"
#include "targets/target.h"
#include "targets/whole_path.h"

namespace graphmend::fuzz {
namespace {

using names::ParsedFile;

void CheckSound(const flow::Graph& graph) {
  for (const std::string& problem : flow::Verify(graph)) Fail("unsound graph", problem);
}

// Also of functions that nothing compiles.
void VerifyGraphs(const ParsedFile& parsed) {
  CheckSound(parsed.Module());
  for (std::uint32_t i = 0; i < parsed.tree().functions.size(); ++i)
    CheckSound(parsed.Function(syntax::FunctionId(i)));
  for (std::uint32_t i = 0; i < parsed.tree().classes.size(); ++i)
    CheckSound(parsed.ClassBody(syntax::ClassId(i)));
}

// What was kept of it is what it was.
void CheckPacking(const lint::Outcome& outcome) {
  auto name = [](const source::SourceFile& file) {
    return cache::FileName{file.path(), file.path()};
  };
  std::map<std::string, const source::SourceFile*> files;
  auto remember = [&](const source::SourceFile& file) {
    files[file.path()] = &file;
    return name(file);
  };
  const std::string bytes = cache::Pack(outcome, remember);
  const std::optional<lint::Outcome> again =
      cache::Unpack(bytes, [&](const cache::FileName& file) { return files[file.path]; });
  if (!again) Fail("an outcome cannot be read again", "");
  if (cache::Pack(*again, name) != bytes) Fail("an outcome is read as another", "");
}

}  // namespace

void Check(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  const std::string text(bytes);
  bool had_error = false, first = true;
  const project::Fixing fixing = FixAll(
      {kFolder + std::string(kName), std::string(kName), text},
      [&](const project::Project& project, const lint::Outcome& outcome) {
        if (!std::exchange(first, false)) return;
        const names::Program& program = project.SessionOf(std::string(kName))->program();
        for (names::FileId file : program.SelectedFiles())
          if (const ParsedFile* parsed = program.Parsed(file)) {
            had_error = !parsed->tree().errors.empty();
            VerifyGraphs(*parsed);
          }
        RenderOne(outcome, text);
        TellEditor(outcome, project);
        CheckPacking(outcome);
      });
  const auto fixed = fixing.files.find(std::string(kName));
  if (fixed == fixing.files.end()) return;
  if (had_error) Fail("a file with a syntax error was fixed", "");
  static_cast<void>(fix::UnifiedDiff(fixed->first, fixed->second.before, fixed->second.after));
  for (const lint::Problem& problem : fixing.outcome.problems)
    if (problem.kind != lint::ProblemKind::Incomplete) Fail("a fixed file", problem.message);
}

}  // namespace graphmend::fuzz
