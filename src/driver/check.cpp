// `graphmend check`: analyse, keep what the settings want, report.
#include "driver/add_ignore.h"
#include "driver/commands.h"
#include "driver/project.h"
#include "driver/render.h"

namespace graphmend::driver {
namespace {

// What the command line asks for, else what the settings do, else the full report.
base::Result<std::vector<Report>> ReportsOf(const Invocation& invocation,
                                            Configuration& configuration) {
  if (!invocation.reports.empty()) return invocation.reports;
  base::Result<std::vector<Report>> reports =
      ParseReports(settings::List(configuration.ForRun(), "output-format"), {});
  if (reports && reports->empty()) reports->push_back({Format::Full, ""});
  return reports;
}

int ExitStatus(const lint::Outcome& outcome, const Invocation& invocation,
               const settings::Stack& stack) {
  int status = lint::ExitStatus(outcome, invocation.exit_zero);
  if (status != 1) return status;
  std::optional<diag::Severity> least = settings::FailOn(stack);
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    if (least && diagnostic.severity >= *least) return status;
  return 0;
}

int Write(const Report& report, const Invocation& invocation, const Project& project,
          const lint::Outcome& outcome, int status) {
  // A file is no terminal.
  bool plain = !report.path.empty() && invocation.color == ColorChoice::Auto;
  RenderOptions options;
  options.style = plain ? report::Style(false) : StyleFor(1, invocation.color);
  options.statistics = invocation.statistics;
  options.exit_status = status;
  options.sarif_suppressions = invocation.sarif_suppressions;
  options.bytes = [&](const source::SourceFile& file) { return project.RawBytes(file.path()); };
  if (auto error = WriteOutput(report.path, Render(report.format, outcome, options)))
    return Fail(invocation, *error);
  return status;
}

}  // namespace

int RunCheck(const Invocation& invocation) {
  Configuration configuration(invocation);
  Project project(invocation, configuration, PathsOf(invocation));
  base::Result<std::vector<Report>> reports = ReportsOf(invocation, configuration);
  if (auto error = configuration.error()) return Fail(invocation, *error);
  if (!reports) return Fail(invocation, reports.error());
  lint::Outcome outcome = project.Analyse();
  if (invocation.add_ignore) return AddIgnores(invocation, project, outcome);
  int status = ExitStatus(outcome, invocation, configuration.ForRun());
  ComplainOf(invocation, outcome);
  int result = status;
  for (const Report& report : *reports)
    if (Write(report, invocation, project, outcome, status) == kTrouble) result = kTrouble;
  return result;
}

}  // namespace graphmend::driver
