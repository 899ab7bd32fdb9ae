#include "project/project.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/path.h"
#include "lint/directive.h"
#include "lint/holes.h"
#include "lint/library_breaks.h"
#include "lint/suppress.h"
#include "notebook/notebook_edit.h"
#include "project/result_cache.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

std::string AbsoluteText(const std::string& shown) {
  std::error_code error;
  return base::ToText((fs::current_path(error) / base::ToPath(shown)).lexically_normal());
}

std::string CacheOf(const settings::Stack& stack, const std::string& otherwise) {
  const std::vector<std::string> given = settings::Paths(stack, "cache-dir");
  return given.empty() ? otherwise : given.front();
}

}  // namespace

Project::Project(Configuration& configuration, Selection selection, const ProjectRun& run)
    : configuration_(configuration) {
  MakeGroups(std::move(selection), run);
}

void Project::MakeGroups(Selection selection, const ProjectRun& run) {
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
      auto [group, is_new] = by_key.emplace(
          SettingsKey(SetupOf(*stack, configuration_.EnvironmentOf(*stack), {})), stacks.size());
      if (is_new) stacks.push_back(stack);
      known->second = group->second;
    }
    group_of_[file.shown] = known->second;
  }
  if (stacks.empty()) stacks.push_back(&configuration_.ForRun());
  if (configuration_.error()) return;
  for (const settings::Stack* stack : stacks) {
    SessionSetup setup = SetupOf(*stack, configuration_.EnvironmentOf(*stack), selection);
    setup.stop = run.stop;
    setup.progress = run.progress;
    setup.shared_stubs = run.shared_stubs;
    setup.analysis.trace = run.trace;
    setup.again = run.again;
    setup.analysis.keep_trees = run.keep_trees;
    setup.analysis.checked = run.checked;
    setup.analysis.budget = run.budget;
    if (run.cache && settings::Flag(configuration_.ForRun(), "cache"))
      setup.cache = CacheOf(configuration_.ForRun(), *run.cache);
    groups_.push_back(std::make_unique<Session>(std::move(setup), run.jobs));
  }
}

bool Project::IsOwn(std::size_t group, const std::string& shown) const {
  auto found = group_of_.find(shown);
  return found == group_of_.end() ? group == 0 : found->second == group;
}

LookedFor Project::RulesOf(std::size_t group) {
  LookedFor rules;
  const std::vector<bool> none(lint::Rules().size());
  for (const SelectedFile& file : files_)
    rules.push_back(IsOwn(group, file.shown) ? PolicyOf(file.shown).on() : none);
  return rules;
}

void Project::Select(std::size_t group, lint::Outcome& outcome) {
  std::erase_if(outcome.diagnostics, [&](diag::Diagnostic& finding) {
    const std::string& shown = finding.location.file->path();
    if (!IsOwn(group, shown)) return true;
    const Policy& policy = PolicyOf(shown);
    const std::size_t off = std::erase_if(finding.breaks, [&](const diag::LibraryBreak& one) {
      const lint::Rule* rule = lint::FindRule(one.code);
      return rule && !policy.on()[lint::IndexOfRule(rule->name)];
    });
    if (off > 0 && finding.breaks.empty()) return true;
    if (off > 0) lint::WordLibraryBreaks(finding);
    return !policy.Selects(finding);
  });
}

void Project::Suppress(std::size_t group, const std::vector<names::FileId>& files,
                       lint::Outcome& outcome) {
  const Session& session = *groups_[group];
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
    if (file)
      lint::Suppress(file->source(), file->tree(), PolicyOf(shown).on(), findings,
                     outcome.suppressed);
    std::move(findings.begin(), findings.end(), std::back_inserter(outcome.diagnostics));
  }
}

void Project::Weigh(lint::Outcome& outcome) {
  auto is_too_light = [&](diag::Diagnostic& finding) {
    return !PolicyOf(finding.location.file->path()).Weigh(finding);
  };
  std::erase_if(outcome.diagnostics, is_too_light);
  std::erase_if(outcome.suppressed,
                [&](lint::Suppressed& one) { return is_too_light(one.diagnostic); });
}

// Fixes of notebooks stay in cells.
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
          "the change does not stay within cells, or touches a line that only IPython reads; make "
          "it by hand";
  }
}

lint::Outcome Project::AnalyseGroup(std::size_t group) {
  Session& session = *groups_[group];
  std::optional<ResultCache> cache = session.Cache();
  const LookedFor rules = cache ? RulesOf(group) : LookedFor();
  std::optional<lint::Outcome> known = cache ? cache->Find(rules) : std::nullopt;
  lint::Outcome outcome = known ? *std::move(known) : session.Analyse();
  Select(group, outcome);
  Suppress(group, session.FilesWithDirectives(), outcome);
  if (!known) {
    session.ProposeFixes(outcome);
    if (cache) cache->Keep(outcome, rules);
  }
  Weigh(outcome);
  FitToCells(outcome);
  return outcome;
}

// Adds a group's outcome to that of all.
void Project::Append(std::size_t group, lint::Outcome from, lint::Outcome& to) const {
  std::move(from.diagnostics.begin(), from.diagnostics.end(), std::back_inserter(to.diagnostics));
  std::move(from.suppressed.begin(), from.suppressed.end(), std::back_inserter(to.suppressed));
  for (infer::Entry& entry : from.entries)
    if (groups_.size() == 1 || (entry.location.file && IsOwn(group, entry.location.file->path())))
      to.entries.push_back(std::move(entry));
  for (infer::Hole& hole : from.holes)
    if (groups_.size() == 1 || !hole.entry.file || IsOwn(group, hole.entry.file->path()))
      to.holes.push_back(std::move(hole));
  std::move(from.problems.begin(), from.problems.end(), std::back_inserter(to.problems));
  std::move(from.reaches.begin(), from.reaches.end(), std::back_inserter(to.reaches));
  to.libraries.insert(to.libraries.end(), from.libraries.begin(), from.libraries.end());
  std::sort(to.libraries.begin(), to.libraries.end());
  to.libraries.erase(std::unique(to.libraries.begin(), to.libraries.end()), to.libraries.end());
  to.files = from.files;
  // Each group sees all files: what is left out is the same, but for its settings.
  to.left_out.modules = std::max(to.left_out.modules, from.left_out.modules);
  to.left_out.breaks = std::max(to.left_out.breaks, from.left_out.breaks);
  if (to.target.empty()) {
    to.target = from.target;
    to.environment = from.environment;
    to.assume = from.assume;
  }
}

lint::Outcome Project::Analyse() {
  lint::Outcome outcome;
  for (std::size_t i = 0; i < groups_.size(); ++i) Append(i, AnalyseGroup(i), outcome);
  if (groups_.size() < 2) return outcome;
  lint::MergeHoles(outcome.holes);
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
  std::sort(outcome.suppressed.begin(), outcome.suppressed.end(),
            [](const lint::Suppressed& a, const lint::Suppressed& b) {
              return diag::Before(a.diagnostic, b.diagnostic);
            });
  lint::SortOnce(outcome.problems);
  return outcome;
}

bool Project::Replace(const SelectedFile& file) {
  if (!group_of_.contains(file.shown)) return false;
  for (const std::unique_ptr<Session>& group : groups_) group->Replace(file);
  if (file.notebook) notebooks_[file.shown] = file.notebook;
  return true;
}

bool Project::Replace(const std::string& shown, const std::optional<std::string>& text) {
  if (!group_of_.contains(shown)) return false;
  for (const std::unique_ptr<Session>& group : groups_)
    if (auto file = group->FindFile(shown)) group->Replace(*file, text);
  return true;
}

lint::Outcome Project::AnalyseFile(const std::string& shown) { return *AnalyseFile(shown, Stop()); }

std::optional<lint::Outcome> Project::AnalyseFile(const std::string& shown, const Stop& stop) {
  auto found = group_of_.find(shown);
  if (found == group_of_.end() || groups_.empty()) return lint::Outcome();
  const std::size_t group = found->second;
  Session& session = *groups_[group];
  std::optional<names::FileId> file = session.FindFile(shown);
  if (!file) return lint::Outcome();
  lint::Outcome outcome = session.AnalyseFile(*file, stop);
  if (stop && stop()) return std::nullopt;
  Select(group, outcome);
  Suppress(group, {*file}, outcome);
  session.ProposeFixes(outcome, stop);
  if (stop && stop()) return std::nullopt;
  Weigh(outcome);
  FitToCells(outcome);
  return outcome;
}

std::vector<infer::KnownValue> Project::RevealAt(const std::string& shown, std::uint32_t offset,
                                                 const Stop& stop) {
  auto found = group_of_.find(shown);
  if (found == group_of_.end() || groups_.empty()) return {};
  Session& session = *groups_[found->second];
  std::optional<names::FileId> file = session.FindFile(shown);
  return file ? session.RevealAt(*file, offset, stop) : std::vector<infer::KnownValue>();
}

const Policy& Project::PolicyOf(const std::string& shown) {
  std::unique_ptr<Policy>& policy = policies_[shown];
  if (!policy) {
    // What was not asked for is nobody's file: the settings of the run hold.
    const settings::Stack& stack =
        group_of_.contains(shown) ? configuration_.ForFile(shown) : configuration_.ForRun();
    std::unique_ptr<RulesOfStack>& rules = rules_[&stack];
    if (!rules) rules = std::make_unique<RulesOfStack>(stack);
    policy = std::make_unique<Policy>(*rules, AbsoluteText(shown));
  }
  return *policy;
}

std::string Project::RawBytes(const std::string& shown) const {
  auto found = group_of_.find(shown);
  return groups_[found == group_of_.end() ? 0 : found->second]->RawBytes(shown);
}

const Session* Project::SessionOf(const std::string& shown) const {
  auto found = group_of_.find(shown);
  return found == group_of_.end() || groups_.empty() ? nullptr : groups_[found->second].get();
}

}  // namespace graphmend::project
