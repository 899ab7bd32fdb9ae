#include "targets/whole_path.h"

#include <array>
#include <utility>

#include "base/digest.h"
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

using cli::Format;
struct Report {
  Format format;
  bool statistics = false;
};
constexpr std::array kReports = {
    Report{Format::Full},     Report{Format::Concise},   Report{Format::Grouped},
    Report{Format::Json},     Report{Format::JsonLines}, Report{Format::Sarif},
    Report{Format::Github},   Report{Format::Gitlab},    Report{Format::Junit},
    Report{Format::Rdjson},   Report{Format::Pylint},    Report{Format::Azure},
    Report{Format::Markdown}, Report{Format::Full, true}};

void Render(const Report& report, const lint::Outcome& outcome, const std::string& bytes) {
  cli::RenderOptions options;
  options.bytes = [&](const source::SourceFile&) { return bytes; };
  options.sarif_suppressions = true;
  options.statistics = report.statistics;
  static_cast<void>(cli::Render(report.format, outcome, options));
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
  for (const Report& report : kReports) Render(report, outcome, bytes);
}

void RenderOne(const lint::Outcome& outcome, const std::string& bytes) {
  if (every_report) return RenderAll(outcome, bytes);
  Render(kReports[base::Digest(bytes) % kReports.size()], outcome, bytes);
}

void TellEditor(const lint::Outcome& outcome, const project::Project& project) {
  for (auto unit : {source::ColumnUnit::Utf16, source::ColumnUnit::Bytes})
    static_cast<void>(cli::FactsOf(outcome, project, unit));
}

}  // namespace graphmend::fuzz
