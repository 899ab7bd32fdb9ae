#include "project/project.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/path.h"
#include "lint/directive.h"
#include "lint/suppress.h"
#include "notebook/notebook_edit.h"
#include "project/exclusion.h"
#include "project/result_cache.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

std::string Absolute(const std::string& shown) {
  std::error_code error;
  return base::ToText((fs::current_path(error) / base::ToPath(shown)).lexically_normal());
}

std::string CacheOf(const settings::Stack& stack, const std::string& otherwise) {
  const std::vector<std::string> given = settings::Paths(stack, "cache-dir");
  return given.empty() ? otherwise : given.front();
}

bool ProblemBefore(const lint::Problem& a, const lint::Problem& b) {
  return std::tie(a.path, a.line, a.kind, a.message) < std::tie(b.path, b.line, b.kind, b.message);
}

}  // namespace

Policy::Policy(const settings::Stack& stack, const std::string& absolute_path,
               const settings::RuleTable& rules)
    : on_(rules.on), rules_(rules) {
  settings::Stack::Found found = stack.Find("per-file-ignores");
  if (!found) return;
  for (const auto& [pattern, selectors] : std::get<settings::Table>(found.item->value)) {
    if (!PathPatterns({pattern}, found.layer->directory).Match(absolute_path, false)) continue;
    std::vector<bool> ignored = settings::RulesNamed(selectors);
    for (std::size_t i = 0; i < on_.size(); ++i) on_[i] = on_[i] && !ignored[i];
  }
}

bool Policy::Apply(diag::Diagnostic& diagnostic) const {
  if (!on_[diagnostic.rule_index]) return false;
  bool firm = diagnostic.condition.empty();
  if (firm && rules_.severity[diagnostic.rule_index])
    diagnostic.severity = *rules_.severity[diagnostic.rule_index];
  return diagnostic.severity >= rules_.least;
}

Project::Project(Configuration& configuration, Selection selection, unsigned jobs, ProjectRun run)
    : configuration_(configuration) {
  MakeGroups(std::move(selection), jobs, run);
}

void Project::MakeGroups(Selection selection, unsigned jobs, const ProjectRun& run) {
  files_ = selection.files;
  for (const SelectedFile& file : files_)
    if (file.notebook) notebooks_.emplace(file.shown, file.notebook);
  std::map<std::string, std::size_t> by_key;
  std::map<const settings::Stack*, std::size_t> by_stack;
  std::vector<const settings::Stack*> stacks;
  for (const SelectedFile& file : files_) {
    const settings::Stack* stack = &configuration_.ForFile(file.shown);
    auto [known, added] = by_stack.emplace(stack, 0);
    if (added) {
      auto [group, is_new] = by_key.emplace(SettingsKey(SetupOf(*stack, {})), stacks.size());
      if (is_new) stacks.push_back(stack);
      known->second = group->second;
    }
    group_of_[file.shown] = known->second;
  }
  if (stacks.empty()) stacks.push_back(&configuration_.ForRun());
  if (configuration_.error()) return;
  for (const settings::Stack* stack : stacks) {
    SessionSetup setup = SetupOf(*stack, selection);
    setup.cancelled = run.cancelled;
    setup.progress = run.progress;
    if (run.cache && settings::Flag(configuration_.ForRun(), "cache"))
      setup.cache = CacheOf(configuration_.ForRun(), *run.cache);
    groups_.push_back({std::make_unique<Session>(std::move(setup), jobs)});
  }
}

bool Project::IsOwn(std::size_t group, const std::string& shown) const {
  auto found = group_of_.find(shown);
  return found == group_of_.end() ? group == 0 : found->second == group;
}

// Moves what comments suppress out of the findings, file by file.
void Project::Suppress(std::size_t group, const std::vector<names::FileId>& files,
                       lint::Outcome& outcome) {
  const Session& session = *groups_[group].session;
  std::map<std::string, std::vector<diag::Diagnostic>> by_file;
  for (diag::Diagnostic& diagnostic : outcome.diagnostics)
    by_file[diagnostic.location.file->path()].push_back(std::move(diagnostic));
  for (names::FileId file : files)
    if (IsOwn(group, session.program().Info(file).shown_path))
      by_file.try_emplace(session.program().Info(file).shown_path);
  outcome.diagnostics.clear();
  for (auto& [shown, findings] : by_file) {
    std::optional<names::FileId> id = session.FindFile(shown);
    const bool may_suppress = id && lint::MaySuppress(session.program().Bytes(*id));
    const names::ParsedFile* file = may_suppress ? session.program().Parsed(*id) : nullptr;
    const Policy& policy = PolicyOf(shown);
    if (file)
      lint::Suppress(file->source(), file->tree(), policy.on(), findings, outcome.suppressed);
    for (diag::Diagnostic& finding : findings)
      if (policy.Apply(finding) && policy.IsSevereEnough(finding))
        outcome.diagnostics.push_back(std::move(finding));
  }
}

// What stands in a notebook says in which cell, since few see the lines of the file; fixes stay in
// cells.
void Project::FitToCells(lint::Outcome& outcome) const {
  for (diag::Diagnostic& diagnostic : outcome.diagnostics) {
    auto notebook = notebooks_.find(diagnostic.location.file->path());
    if (notebook == notebooks_.end()) continue;
    const source::SourceFile& code = *diagnostic.location.file;
    const std::size_t no_fit = std::erase_if(diagnostic.fixes, [&](const diag::Fix& fix) {
      return !notebook::FitsCells(*notebook->second, code, diag::AllEdits(fix));
    });
    if (no_fit > 0 && diagnostic.fixes.empty())
      diagnostic.no_fix =
          "the change does not keep within cells, or touches a line that only IPython reads; "
          "make it by hand";
    std::string place = notebook->second->PlaceOf(code.LineOf(diagnostic.location.span.begin));
    if (!place.empty()) diagnostic.message += " (" + place + ")";
  }
}

// Of a group's outcome, what is about its own files.
void Project::Keep(std::size_t group, const std::vector<names::FileId>& files, lint::Outcome from,
                   lint::Outcome& to) {
  std::erase_if(from.diagnostics, [&](diag::Diagnostic& diagnostic) {
    const std::string& shown = diagnostic.location.file->path();
    return !IsOwn(group, shown) || !PolicyOf(shown).Apply(diagnostic);
  });
  Suppress(group, files, from);
  FitToCells(from);
  std::move(from.diagnostics.begin(), from.diagnostics.end(), std::back_inserter(to.diagnostics));
  std::move(from.suppressed.begin(), from.suppressed.end(), std::back_inserter(to.suppressed));
  for (infer::Entry& entry : from.entries)
    if (groups_.size() == 1 || (entry.location.file && IsOwn(group, entry.location.file->path())))
      to.entries.push_back(std::move(entry));
  std::move(from.problems.begin(), from.problems.end(), std::back_inserter(to.problems));
  std::move(from.reaches.begin(), from.reaches.end(), std::back_inserter(to.reaches));
  to.files = from.files;
  if (to.target.empty()) {
    to.target = from.target;
    to.assume = from.assume;
  }
}

lint::Outcome Project::Analyse() {
  lint::Outcome outcome;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    lint::Outcome analysed = groups_[i].session->Analyse();
    Keep(i, groups_[i].session->FilesWithDirectives(), std::move(analysed), outcome);
  }
  if (groups_.size() < 2) return outcome;
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
  std::sort(outcome.suppressed.begin(), outcome.suppressed.end(),
            [](const lint::Suppressed& a, const lint::Suppressed& b) {
              return diag::Before(a.diagnostic, b.diagnostic);
            });
  std::sort(outcome.problems.begin(), outcome.problems.end(), ProblemBefore);
  auto same = [](const lint::Problem& a, const lint::Problem& b) {
    return !ProblemBefore(a, b) && !ProblemBefore(b, a);
  };
  outcome.problems.erase(std::unique(outcome.problems.begin(), outcome.problems.end(), same),
                         outcome.problems.end());
  return outcome;
}

bool Project::Replace(const std::string& shown, const std::optional<std::string>& text) {
  if (!group_of_.contains(shown)) return false;
  for (Group& group : groups_)
    if (auto file = group.session->FindFile(shown)) group.session->Replace(*file, text);
  return true;
}

lint::Outcome Project::AnalyseFile(const std::string& shown) {
  lint::Outcome outcome;
  auto found = group_of_.find(shown);
  if (found == group_of_.end() || groups_.empty()) return outcome;
  Session& session = *groups_[found->second].session;
  if (auto file = session.FindFile(shown))
    Keep(found->second, {*file}, session.AnalyseFile(*file), outcome);
  return outcome;
}

const Policy& Project::PolicyOf(const std::string& shown) {
  std::unique_ptr<Policy>& policy = policies_[shown];
  if (!policy) {
    const settings::Stack& stack = configuration_.ForFile(shown);
    std::unique_ptr<settings::RuleTable>& table = tables_[&stack];
    if (!table) table = std::make_unique<settings::RuleTable>(settings::Rules(stack));
    policy = std::make_unique<Policy>(stack, Absolute(shown), *table);
  }
  return *policy;
}

std::string Project::RawBytes(const std::string& shown) const {
  auto found = group_of_.find(shown);
  return groups_[found == group_of_.end() ? 0 : found->second].session->RawBytes(shown);
}

const names::ParsedFile* Project::Parsed(const std::string& shown) const {
  auto found = group_of_.find(shown);
  if (found == group_of_.end()) return nullptr;
  const Session& session = *groups_[found->second].session;
  std::optional<names::FileId> file = session.FindFile(shown);
  return file ? session.program().Parsed(*file) : nullptr;
}

}  // namespace graphmend::project
