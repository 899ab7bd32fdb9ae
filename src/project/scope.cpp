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

// Files with lines that changed, under the name that findings have.
class ChangedLines {
 public:
  explicit ChangedLines(const Changes& changes) : changes_(changes) {}

  bool Touch(const diag::Location& location) { return Touch(location.file, location.span); }
  bool Touch(const source::SourceFile* file, source::Span span) {
    if (!file) return false;
    const Lines* lines = LinesOf(file->path());
    if (!lines) return false;
    std::uint32_t first = file->LineOf(span.begin);
    std::uint32_t last = file->LineOf(span.size() > 0 ? span.end - 1 : span.end);
    return std::any_of(lines->begin(), lines->end(),
                       [&](const auto& run) { return run.first <= last && first <= run.second; });
  }

 private:
  const Lines* LinesOf(const std::string& shown) {
    auto [known, added] = by_shown_.try_emplace(shown, nullptr);
    if (added) {
      auto found = changes_.find(Real(shown));
      if (found != changes_.end()) known->second = &found->second;
    }
    return known->second;
  }

  const Changes& changes_;
  std::map<std::string, const Lines*> by_shown_;
};

}  // namespace

base::Result<std::optional<Changes>> ChangesFor(const LineScope& scope, Selection& selection) {
  int asked = scope.uncommitted + scope.staged + !scope.since.empty();
  if (asked == 0) return std::optional<Changes>();
  if (asked > 1)
    return base::Error{"--changed, --staged and --since exclude each other", "give one of them"};
  base::Result<Git> git = Git::Open();
  if (!git) return git.error();
  base::Result<Changes> changes = scope.uncommitted ? git->Uncommitted()
                                  : scope.staged    ? git->Staged()
                                                    : git->Since(scope.since);
  if (!changes) return changes.error();
  if (scope.staged) {
    base::Result<std::vector<std::string>> unstaged = git->Unstaged();
    if (!unstaged) return unstaged.error();
    std::set<std::string> differ(unstaged->begin(), unstaged->end());
    for (SelectedFile& file : selection.files) {
      std::string real = Real(file.shown);
      if (!differ.contains(real)) continue;
      base::Result<std::string> text = git->StagedText(real);
      if (!text) return text.error();
      file.text = *std::move(text);
      if (!file.notebook) continue;
      base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(*file.text, file.shown);
      if (!notebook) return notebook.error();
      file.bytes = std::exchange(file.text, notebook->code);
      file.notebook = std::make_shared<notebook::Notebook>(*std::move(notebook));
    }
  }
  return std::optional(*std::move(changes));
}

void KeepChanged(lint::Outcome& outcome, const Changes& changes) {
  ChangedLines lines(changes);
  auto touched = [&](const std::vector<diag::Step>& steps) {
    return std::any_of(steps.begin(), steps.end(),
                       [&](const diag::Step& step) { return lines.Touch(step.location); });
  };
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& finding) {
    return !lines.Touch(finding.location) &&
           !lines.Touch(finding.location.file, finding.statement) && !touched(finding.reason) &&
           !touched(finding.callers);
  });
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
