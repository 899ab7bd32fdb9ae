#include "project/scope.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/path.h"
#include "os/files.h"
#include "settings/resolve.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultBaseline = "graphmend-baseline.json";

std::string Real(const std::string& shown) {
  std::error_code error;
  fs::path real = os::RealPath(base::ToPath(shown), error);
  return error ? base::ToText((fs::current_path(error) / base::ToPath(shown)).lexically_normal())
               : base::ToText(real);
}

// The files that a finding has to do with.
void AddFiles(const diag::Diagnostic& finding, std::set<const source::SourceFile*>& files) {
  files.insert(finding.location.file);
  for (const auto* steps : {&finding.reason, &finding.callers})
    for (const diag::Step& step : *steps) files.insert(step.location.file);
}

bool Touch(const std::map<const source::SourceFile*, Lines>& changed,
           const source::SourceFile* file, source::Span span) {
  const auto lines = changed.find(file);
  if (!file || lines == changed.end()) return false;
  const std::uint32_t first = file->LineOf(span.begin);
  const std::uint32_t last = file->LineOf(span.size() > 0 ? span.end - 1 : span.end);
  return std::any_of(lines->second.begin(), lines->second.end(),
                     [&](const auto& run) { return run.first <= last && first <= run.second; });
}

// Files of the selection that git has otherwise than they are on disk get its text.
std::optional<base::Error> TakeStaged(const Git& git, const Blobs& staged, Selection& selection) {
  std::vector<SelectedFile*> files;
  std::vector<std::string> names;
  for (SelectedFile& file : selection.files) {
    const std::optional<std::string> path = git.PathOf(Real(file.shown));
    const auto blob = path ? staged.find(*path) : staged.end();
    if (blob == staged.end()) continue;
    files.push_back(&file);
    names.push_back(blob->second);
  }
  base::Result<std::vector<std::optional<std::string>>> texts = git.Read(names);
  if (!texts) return texts.error();
  for (std::size_t i = 0; i < files.size(); ++i) {
    SelectedFile& file = *files[i];
    std::optional<std::string>& text = (*texts)[i];
    if (!text) return base::Error{file.shown + ": git has no staged text of it", ""};
    if (os::ReadFile(file.path, os::kMostSource).bytes == *text) continue;
    file.text = *std::move(text);
    if (!file.notebook) continue;
    base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(*file.text, file.shown);
    if (!notebook) return notebook.error();
    file.bytes = std::exchange(file.text, notebook->code);
    file.notebook = std::make_shared<notebook::Notebook>(*std::move(notebook));
  }
  return std::nullopt;
}

}  // namespace

base::Result<std::optional<Changes>> ChangesFor(const LineScope& scope, Selection& selection) {
  int asked = scope.uncommitted + scope.staged + !scope.since.empty();
  if (asked == 0) return std::optional<Changes>();
  if (asked > 1)
    return base::Error{"--changed, --staged and --since cannot be used together",
                       "give one of them"};
  base::Result<Git> git = Git::Open();
  if (!git) return git.error();
  base::Result<Blobs> before = scope.since.empty() ? git->Head() : git->Since(scope.since);
  if (!before) return before.error();
  std::set<std::string> ours;
  for (const SelectedFile& file : selection.files) ours.insert(Real(file.shown));
  std::optional<Blobs> present;
  if (scope.staged) {
    base::Result<Blobs> staged = git->Staged();
    if (!staged) return staged.error();
    if (auto error = TakeStaged(*git, *staged, selection)) return *error;
    present = *std::move(staged);
  }
  return std::optional(
      Changes(*std::move(git), *std::move(before), std::move(ours), std::move(present)));
}

std::optional<base::Error> KeepChanged(lint::Outcome& outcome, const Changes& changes) {
  std::set<const source::SourceFile*> files;
  for (const diag::Diagnostic& finding : outcome.diagnostics) AddFiles(finding, files);
  files.erase(nullptr);
  std::map<const source::SourceFile*, std::string> paths;
  for (const source::SourceFile* file : files) paths.emplace(file, Real(file->path()));
  base::Result<std::map<const source::SourceFile*, Lines>> lines = changes.Of(paths);
  if (!lines) return lines.error();
  auto touched = [&](const std::vector<diag::Step>& steps) {
    return std::any_of(steps.begin(), steps.end(), [&](const diag::Step& step) {
      return Touch(*lines, step.location.file, step.location.span);
    });
  };
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& finding) {
    return !Touch(*lines, finding.location.file, finding.location.span) &&
           !Touch(*lines, finding.location.file, finding.statement) && !touched(finding.reason) &&
           !touched(finding.callers);
  });
  return std::nullopt;
}

base::Result<std::optional<Baseline>> ApplyBaseline(const BaselineUpdate& update,
                                                    Configuration& configuration, Project& project,
                                                    lint::Outcome& outcome) {
  const settings::Stack& stack = configuration.ForRun();
  std::vector<std::string> named = settings::Paths(stack, "baseline");
  if (named.empty() && !update.Writes()) return std::optional<Baseline>();
  std::string path = named.empty() ? kDefaultBaseline : ShownPath(named.front());
  base::Result<Baseline> baseline = Baseline::Read(path, update.update);
  if (!baseline) return baseline.error();
  BaselineScope scope;
  for (const SelectedFile& file : project.files()) scope.files.insert(file.shown);
  scope.looked_for = [&](const std::string& absolute, const std::string& code) {
    const Policy& policy = project.PolicyOf(ShownPath(absolute));
    for (std::size_t i = 0; i < policy.on().size(); ++i)
      if (lint::Rules()[i]->code.text() == code) return bool(policy.on()[i]);
    return true;  // a rule that is no more
  };
  baseline->Apply(outcome, scope);
  return std::optional(*std::move(baseline));
}

}  // namespace graphmend::project
