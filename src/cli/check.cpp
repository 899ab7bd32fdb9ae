// `graphmend check`: analyse, keep what the settings want, fix what is asked for, report.
#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>

#include "base/path.h"
#include "base/visible.h"
#include "cli/add_ignore.h"
#include "cli/cache_directory.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/render.h"
#include "cli/watch.h"
#include "os/files.h"
#include "project/check.h"
#include "project/fixing.h"
#include "project/scope.h"
#include "report/fixes.h"
#include "sarif/sarif.h"

namespace graphmend::cli {
namespace {

// What the command line asks for, else what the settings do, else the full report.
base::Result<std::vector<Report>> ReportsOf(const Invocation& invocation,
                                            project::Configuration& configuration) {
  if (!invocation.reports.empty()) return invocation.reports;
  base::Result<std::vector<Report>> reports =
      ParseReports(settings::List(configuration.ForRun(), "output-format"), {});
  if (reports && reports->empty()) reports->push_back({Format::Full, ""});
  return reports;
}

int ExitStatus(const lint::Outcome& outcome, const Invocation& invocation,
               const settings::Stack& stack) {
  int status = lint::ExitStatus(outcome, invocation.exit_zero);
  if (status != 2 && !invocation.exit_zero && outcome.IsIncomplete() &&
      settings::Flag(stack, "fail-on-incomplete"))
    return 1;
  if (status != 1) return status;
  std::optional<diag::Severity> least = settings::FailOn(stack);
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    if (least && diagnostic.severity >= *least) return status;
  return 0;
}

int Write(const Report& report, const Invocation& invocation, const project::Project& project,
          const lint::Outcome& outcome, int status) {
  // A file is no terminal.
  bool plain = !report.path.empty() && invocation.color == ColorChoice::Auto;
  RenderOptions options;
  options.style = plain ? report::Style(false) : StyleFor(os::Stream::Output, invocation.color);
  options.statistics = invocation.statistics;
  options.exit_status = status;
  options.sarif_suppressions = invocation.sarif_suppressions;
  options.bytes = [&](const source::SourceFile& file) { return project.RawBytes(file.path()); };
  std::string text = Render(report.format, outcome, options);
  // The commands of these formats are their own.
  if (report.format != Format::Github && report.format != Format::Azure)
    text = ForPeople(text, options.style);
  if (auto error = WriteOutput(report.path, text)) return Fail(invocation, *error);
  if (report.format == Format::Sarif && outcome.diagnostics.size() > sarif::kMostResults)
    Complain(StyleFor(os::Stream::Error, invocation.color), false,
             lint::Count(outcome.diagnostics.size(), "finding is", "findings are") +
                 " more than GitHub takes: SARIF has the most severe " +
                 std::to_string(sarif::kMostResults),
             "a baseline leaves out what is known, --min-severity what matters less");
  return status;
}

// "environment: /project/.venv (VIRTUAL_ENV); torch 2.13; libraries: transformers 5.6.2"
void SayWhatHolds(const Invocation& invocation, const lint::Outcome& outcome) {
  if (!invocation.verbose) return;
  std::string text =
      "environment: " + (outcome.environment.empty() ? "none" : outcome.environment) +
      "; checked against torch " + outcome.target;
  for (std::size_t i = 0; i < outcome.libraries.size(); ++i)
    text += (i == 0 ? "; read from libraries: " : ", ") + outcome.libraries[i];
  Say(base::OneLine(text) + "\n");
}

void ComplainOfStale(const Invocation& invocation, const project::Baseline& baseline) {
  std::vector<std::string> stale = baseline.Stale();
  if (stale.empty() || invocation.baseline.prune || invocation.baseline.update) return;
  constexpr std::size_t kMostNamed = 5;
  std::string text = baseline.path() + ": " + lint::Count(stale.size(), "entry is", "entries are") +
                     " no longer found";
  for (std::size_t i = 0; i < std::min(stale.size(), kMostNamed); ++i)
    text += (i == 0 ? ": " : ", ") + stale[i];
  if (stale.size() > kMostNamed) text += ", …";
  Complain(StyleFor(os::Stream::Error, invocation.color), invocation.error_stale_baseline, text,
           "--prune-baseline removes them");
}

// `--update-baseline` and `--prune-baseline` write it instead of reporting.
int WriteBaseline(const Invocation& invocation, const project::Baseline& baseline,
                  const lint::Outcome& outcome) {
  ComplainOf(invocation, outcome);
  if (outcome.HasTrouble())
    return Fail(invocation, {baseline.path() + " was left as it is",
                             "findings in files that could not be read would be lost"});
  bool update = invocation.baseline.update;
  std::string text = update ? baseline.Updated(outcome) : baseline.Pruned();
  if (auto error = WriteOutput(baseline.path(), text)) return Fail(invocation, *error);
  std::size_t count =
      outcome.diagnostics.size() + outcome.SuppressedBy(lint::SuppressionKind::Baseline);
  std::string said =
      update ? baseline.path() + " knows " + lint::Count(count, "finding", "findings") + "\n"
             : "Removed " + lint::Count(baseline.Stale().size(), "entry", "entries") + " from " +
                   baseline.path() + "\n";
  static_cast<void>(WriteOutput("", base::Visible(said)));
  return 0;
}

std::optional<base::Error> Contradiction(const Invocation& invocation) {
  bool writes_baseline = invocation.baseline.Writes();
  bool narrowed = !invocation.lines.IsWhole();
  if (writes_baseline && narrowed)
    return base::Error{"a baseline holds all findings, not those on changed lines",
                       "leave out --changed, --since and --staged"};
  if (invocation.baseline.update && invocation.baseline.prune)
    return base::Error{"--update-baseline and --prune-baseline cannot be used together", ""};
  bool writes = writes_baseline || invocation.add_ignore;
  if (invocation.watch && writes)
    return base::Error{"--watch only reports and changes nothing",
                       "leave out --add-ignore, --update-baseline and --prune-baseline"};
  if (invocation.baseline.update && !invocation.context.empty())
    return base::Error{"what --context names is not reported, and a baseline holds all findings",
                       "leave out --context"};
  bool fixes = invocation.fix || invocation.diff || invocation.fix_only;
  if (fixes && (writes || invocation.watch || invocation.lines.staged))
    return base::Error{"--fix and --diff cannot be used with other options that write or watch",
                       "leave out --watch, --staged, --add-ignore and the baseline's options"};
  if (invocation.validate && !invocation.fix && !invocation.diff)
    return base::Error{"--validate chooses among fixes", "add --fix or --diff"};
  if (invocation.validate && (!invocation.operands.empty() || narrowed || invocation.fix_only ||
                              !invocation.reports.empty()))
    return base::Error{"--validate fixes what the entries of [tool.graphmend.validate] run",
                       "leave out paths, --changed, --since, --fix-only and the options of the "
                       "report; `graphmend validate --fix` has more of its own"};
  bool not_on_disk = invocation.lines.staged ||
                     std::count(invocation.operands.begin(), invocation.operands.end(), "-") > 0;
  if (invocation.add_ignore && not_on_disk)
    return base::Error{"--add-ignore writes to files, and this input is not what they hold",
                       "leave out --staged and -"};
  if (invocation.add_ignore && writes_baseline)
    return base::Error{"--add-ignore and a new baseline cannot be used together", ""};
  return std::nullopt;
}

// What a check looks at, and what of it is reported.
struct Scope {
  std::vector<std::string> paths;
  project::Selection selection;
  std::set<std::string> reported;  // files that are named, among all that are analysed
  std::optional<project::Changes> changes;
  std::vector<Report> reports;
};

// A report would overwrite what it reports on, or other source. What is fixed on its way from
// standard input to a file is source itself.
std::optional<base::Error> RefuseSource(const std::string& path,
                                        const project::Selection& selection) {
  std::error_code error;
  const std::filesystem::path file = base::ToPath(path);
  if (path.empty() || !std::filesystem::is_regular_file(file, error)) return std::nullopt;
  auto is_it = [&](const project::SelectedFile& one) {
    return std::filesystem::equivalent(base::ToPath(one.path), file, error);
  };
  const bool checked = std::any_of(selection.files.begin(), selection.files.end(), is_it);
  if (!checked && !path.ends_with(".py") && !path.ends_with(".pyi") && !path.ends_with(".ipynb"))
    return std::nullopt;
  return base::Error{
      path + (checked ? " is among the files to check: the report would overwrite it"
                      : " is source code: the report would overwrite it"),
      "-o names the file that the report is written to; name what is checked without -o"};
}

base::Result<Scope> ScopeOf(const Invocation& invocation, project::Configuration& configuration) {
  Scope scope;
  scope.paths = PathsOf(invocation);
  scope.selection = Selected(invocation, configuration, scope.paths);
  for (const project::SelectedFile& file : scope.selection.files) scope.reported.insert(file.shown);
  if (!invocation.context.empty())
    project::Extend(scope.selection, project::Discover(invocation.context, &configuration));
  base::Result<std::optional<project::Changes>> changes =
      project::ChangesFor(invocation.lines, scope.selection);
  base::Result<std::vector<Report>> reports = ReportsOf(invocation, configuration);
  if (auto error = configuration.error()) return *error;
  if (!changes) return changes.error();
  if (!reports) return reports.error();
  const bool fixes_input = (invocation.fix || invocation.fix_only) &&
                           std::count(scope.paths.begin(), scope.paths.end(), "-") > 0;
  for (const Report& report : *reports)
    if (!fixes_input)
      if (auto error = RefuseSource(report.path, scope.selection)) return *error;
  scope.changes = *std::move(changes);
  scope.reports = *std::move(reports);
  return scope;
}

// Leaves out what lies outside.
std::optional<base::Error> Narrow(const Scope& scope, const project::Project& project,
                                  lint::Outcome& outcome) {
  if (scope.changes)
    if (auto error = project::KeepChanged(outcome, *scope.changes)) return error;
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& finding) {
    const std::string& shown = finding.location.file->path();
    return project.SessionOf(shown) && !scope.reported.contains(shown);
  });
  return std::nullopt;
}

using SharedStubs = std::shared_ptr<names::SharedStubs>;

project::Checked CheckFiles(const Invocation& invocation, project::Configuration& configuration,
                            project::Selection selection, const SharedStubs& stubs) {
  Progress progress;
  project::ProjectRun run;
  run.jobs = invocation.jobs;
  run.progress = [&](std::size_t done, std::size_t total) { progress.Step(done, total); };
  run.shared_stubs = stubs;
  if (!invocation.watch) run.cache = CacheDirectory();
  return project::Check({configuration, std::move(selection), std::move(run)});
}

// `stubs`: null where it is once only.
int CheckOnce(const Invocation& invocation, const SharedStubs& stubs = nullptr) {
  project::Configuration configuration(invocation.settings);
  base::Result<Scope> scope = ScopeOf(invocation, configuration);
  if (!scope) return Fail(invocation, scope.error());
  auto [project, outcome] =
      CheckFiles(invocation, configuration, std::move(scope->selection), stubs);
  if (auto error = configuration.error()) return Fail(invocation, *error);
  base::Result<std::optional<project::Baseline>> baseline =
      project::ApplyBaseline(invocation.baseline, configuration, *project, outcome);
  if (!baseline) return Fail(invocation, baseline.error());
  if (*baseline && invocation.baseline.Writes())
    return WriteBaseline(invocation, **baseline, outcome);
  if (auto error = Narrow(*scope, *project, outcome)) return Fail(invocation, *error);
  if (invocation.add_ignore) return AddIgnores(invocation, *project, outcome);
  int status = ExitStatus(outcome, invocation, configuration.ForRun());
  SayWhatHolds(invocation, outcome);
  ComplainOf(invocation, outcome);
  if (*baseline) {
    ComplainOfStale(invocation, **baseline);
    if (status == 0 && invocation.error_stale_baseline && !(*baseline)->Stale().empty()) status = 1;
  }
  int result = status;
  for (const Report& report : scope->reports)
    if (Write(report, invocation, *project, outcome, status) == kTrouble) result = kTrouble;
  return result;
}

std::vector<report::FixLine> Lines(const std::vector<fix::AppliedFix>& fixes) {
  std::vector<report::FixLine> lines;
  for (const fix::AppliedFix& fix : fixes)
    lines.push_back({fix.path, fix.line, fix.cell, fix.code, fix.title, fix.difference});
  return lines;
}

// How many files import the module since they are fixed, and so need it where they run.
std::size_t FilesThatNeed(const std::string& module, const project::Fixing& fixing) {
  const std::string import = "import " + module;
  return static_cast<std::size_t>(
      std::count_if(fixing.files.begin(), fixing.files.end(), [&](const auto& one) {
        const auto& [before, after] = std::tie(one.second.before, one.second.after);
        return after.find(import) != std::string::npos && before.find(import) == std::string::npos;
      }));
}

// That the project has come to depend on graphmend.
void SayNeeded(const std::string& module, std::string_view otherwise,
               const project::Fixing& fixing) {
  const std::size_t files = FilesThatNeed(module, fixing);
  if (files > 0)
    Say(lint::Count(files, "file now imports ", "files now import ") + module +
        ": add graphmend to the project's dependencies" + std::string(otherwise) + "\n");
}

void SayFixed(const Invocation& invocation, const project::Fixing& fixing) {
  const report::Style style = StyleFor(os::Stream::Error, invocation.color);
  std::string said;
  if (invocation.show_fixes) said = report::FixList(Lines(fixing.fixes), style);
  Say(said + report::FixSummary(Lines(fixing.fixes), invocation.diff, style));
  if (invocation.diff) return;
  SayNeeded("graphmend.runtime", ", or choose --side-effects=inline", fixing);
  SayNeeded("graphmend.outline", "", fixing);
  SayNeeded("graphmend.capture", "", fixing);
  SayNeeded("graphmend.caching", "", fixing);
  SayNeeded("graphmend.draws", "", fixing);
  SayNeeded("graphmend.constants", "", fixing);
}

// A file gets the diff as `patch` needs it; what is looked at gets it fit to be looked at.
int WriteDiff(const Invocation& invocation, const std::string& path, const std::string& diff,
              int status) {
  const bool is_file = !path.empty() && path != "-";
  const std::string text = is_file ? diff : base::Visible(diff);
  if (auto error = WriteOutput(path, text)) return Fail(invocation, *error);
  if (text != diff)
    Complain(StyleFor(os::Stream::Error, invocation.color), false,
             "parts of the diff are shown escaped, since they could control a terminal or a CI job",
             "-o FILE writes it as it is");
  return status;
}

// What is left, or the diff, or standard input with its fixes.
int ReportFixed(const Invocation& invocation, const Scope& scope, const project::Fixing& fixing,
                const settings::Stack& settings) {
  auto write = [&](const std::string& text, int status) {
    if (auto error = WriteOutput(scope.reports.front().path, text)) return Fail(invocation, *error);
    return status;
  };
  if (invocation.diff)
    return WriteDiff(
        invocation, scope.reports.front().path, project::Diff(fixing),
        fixing.outcome.HasTrouble() ? kTrouble : static_cast<int>(!fixing.files.empty()));
  int status = ExitStatus(fixing.outcome, invocation, settings);
  if (status == 1 && invocation.fix_only) status = 0;
  if (status == 0 && invocation.fail_on_fix && !fixing.fixes.empty()) status = 1;
  if (std::find(scope.paths.begin(), scope.paths.end(), "-") != scope.paths.end())
    return write(fixing.input, status);
  int result = status;
  for (const Report& report : scope.reports)
    if (!invocation.fix_only &&
        Write(report, invocation, *fixing.project, fixing.outcome, status) == kTrouble)
      result = kTrouble;
  return result;
}

int FixOnce(const Invocation& invocation) {
  project::Configuration configuration(invocation.settings);
  base::Result<Scope> scope = ScopeOf(invocation, configuration);
  if (!scope) return Fail(invocation, scope.error());
  std::optional<base::Error> narrow_error;
  auto narrow = [&](project::Project& project, lint::Outcome& outcome) {
    base::Result<std::optional<project::Baseline>> baseline =
        project::ApplyBaseline(invocation.baseline, configuration, project, outcome);
    if (!baseline) narrow_error = baseline.error();
    else if (auto error = Narrow(*scope, project, outcome)) narrow_error = error;
    if (narrow_error) outcome.diagnostics.clear();  // so that nothing is fixed
    return !scope->changes && !narrow_error;
  };
  project::FixOptions options = {
      invocation.unsafe_fixes ? diag::Applicability::Unsafe : diag::Applicability::Safe,
      invocation.jobs, !invocation.diff};
  if (!invocation.fix_lines.empty()) {
    os::FileText listed = os::ReadFile(invocation.fix_lines, os::kMostSource);
    if (!listed.trouble.empty())
      return Fail(invocation, {"cannot read " + invocation.fix_lines + ": " + listed.trouble, ""});
    base::Result<project::FixLines> lines = project::FixLines::Parse(listed.bytes);
    if (!lines) return Fail(invocation, lines.error());
    options.lines = *std::move(lines);
  }
  project::Fixing fixing =
      project::Fix(options, configuration, std::move(scope->selection), narrow);
  if (auto error = configuration.error()) return Fail(invocation, *error);
  if (narrow_error) return Fail(invocation, *narrow_error);
  ComplainOf(invocation, fixing.outcome);
  SayFixed(invocation, fixing);
  return ReportFixed(invocation, *scope, fixing, configuration.ForRun());
}

// What of the command line is about fixes, for `validate` to make the same ones.
void GiveSettingsOfFixes(const Invocation& invocation) {
  const auto& given = invocation.settings.overrides.items;
  if (const auto outline = given.find("outline"); outline != given.end())
    if (const bool* wanted = std::get_if<bool>(&outline->second.value); wanted && *wanted)
      invocation.python_bridge->Give("validate", "outline");
  if (const auto kept = given.find("side-effects"); kept != given.end())
    if (const auto* how = std::get_if<std::string>(&kept->second.value))
      invocation.python_bridge->Give("validate", "side-effects", *how);
}

}  // namespace

int RunCheck(const Invocation& invocation) {
  if (auto error = Contradiction(invocation)) return Fail(invocation, *error);
  if (invocation.validate) {
    invocation.python_bridge->Give("validate", invocation.diff ? "diff" : "fix");
    if (invocation.unsafe_fixes) invocation.python_bridge->Give("validate", "unsafe-fixes");
    GiveSettingsOfFixes(invocation);
    return RunPythonCommand(invocation, "validate");
  }
  if (invocation.fix || invocation.diff || invocation.fix_only) return FixOnce(invocation);
  if (invocation.watch) {
    const auto stubs = std::make_shared<names::SharedStubs>();
    Watch(invocation, [&] { return CheckOnce(invocation, stubs); });
  }
  return CheckOnce(invocation);
}

}  // namespace graphmend::cli
