#include "targets/whole_path.h"

#include <utility>

#include "cli/facts.h"
#include "cli/render.h"
#include "settings/read.h"
#include "targets/target.h"

namespace graphmend::fuzz {
namespace {

// All rules, and everything that can be compiled is.
project::GivenSettings Settings() {
  static const auto layer = settings::ReadToml(
      "extend-select = ['ALL']\nassume-compiled = 'modules'\nenvironment = false",
      settings::FileKind::Own, "fuzz", kFolder);
  if (!layer) Fail("settings", layer.error().message);
  return {**layer, {}, true};
}

void CheckProblems(const lint::Outcome& outcome) {
  for (const lint::Problem& problem : outcome.problems)
    if (problem.kind == lint::ProblemKind::Internal ||
        problem.message.starts_with("fixes did not settle"))
      Fail("a problem", problem.message);
}

}  // namespace

project::Fixing FixAll(project::SelectedFile file, const Seen& seen) {
  project::Configuration configuration(Settings());
  project::Selection selection;
  selection.files.push_back(std::move(file));
  project::FixOptions options{diag::Applicability::Unsafe, 1, false};
  options.shared_stubs = Stubs();
  project::Fixing fixing = project::Fix(options, configuration, std::move(selection),
                                        [&](project::Project& project, lint::Outcome& outcome) {
                                          CheckProblems(outcome);
                                          seen(project, outcome);
                                          return true;
                                        });
  CheckProblems(fixing.outcome);
  return fixing;
}

void RenderAll(const lint::Outcome& outcome, const std::string& bytes) {
  cli::RenderOptions options;
  options.bytes = [&](const source::SourceFile&) { return bytes; };
  options.sarif_suppressions = true;
  using cli::Format;
  for (Format format : {Format::Full, Format::Concise, Format::Grouped, Format::Json,
                        Format::JsonLines, Format::Sarif, Format::Github, Format::Gitlab,
                        Format::Junit, Format::Rdjson, Format::Pylint, Format::Azure,
                        Format::Markdown})
    static_cast<void>(cli::Render(format, outcome, options));
  options.statistics = true;
  static_cast<void>(cli::Render(Format::Full, outcome, options));
}

void TellEditor(const lint::Outcome& outcome, const project::Project& project) {
  for (auto unit : {source::ColumnUnit::Utf16, source::ColumnUnit::Bytes})
    static_cast<void>(cli::FactsOf(outcome, project, unit));
}

}  // namespace graphmend::fuzz
