// What the units of an analysis found, as one outcome.
#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "fix/inline_helper.h"
#include "lint/check.h"
#include "lint/holes.h"
#include "project/libraries.h"
#include "project/session.h"

namespace graphmend::project {
namespace {
auto EntryKey(const infer::Entry& entry) {
  std::string_view path =
      entry.location.file ? std::string_view(entry.location.file->path()) : std::string_view();
  return std::tuple(path, entry.location.span.begin, entry.location.span.end,
                    std::string_view(entry.target), entry.how.by, std::string_view(entry.how.text));
}

void SortEntries(std::vector<infer::Entry>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const infer::Entry& a, const infer::Entry& b) { return EntryKey(a) < EntryKey(b); });
  auto same = [](const infer::Entry& a, const infer::Entry& b) {
    return EntryKey(a) == EntryKey(b);
  };
  // What is missed in one unit of analysis is missed.
  auto last = entries.begin();
  for (auto it = entries.begin(); it != entries.end(); ++it) {
    if (it != entries.begin() && same(*last, *it)) last->incomplete |= it->incomplete;
    else if (it != entries.begin() && ++last != it) *last = std::move(*it);
  }
  if (!entries.empty()) entries.erase(std::next(last), entries.end());
}

// How many of the assumed entries nothing that source compiles gets to.
std::size_t CountOthers(const std::vector<infer::Entry>& assumed,
                        const std::vector<infer::UnitResult>& results) {
  auto place = [](const diag::Location& at) { return std::pair(at.file, at.span.begin); };
  std::set<std::pair<const source::SourceFile*, std::uint32_t>> compiled;
  for (const infer::UnitResult& result : results)
    for (const diag::Location& forward : result.lead.forwards) compiled.insert(place(forward));
  return static_cast<std::size_t>(std::count_if(
      assumed.begin(), assumed.end(),
      [&](const infer::Entry& entry) { return !compiled.contains(place(entry.location)); }));
}

// How many of the findings are at places where none of the known ones of the same rule is.
std::size_t CountNew(const std::vector<diag::Diagnostic>& findings,
                     const std::vector<diag::Diagnostic>& known) {
  std::set<std::tuple<std::string_view, std::uint32_t, std::string_view>> places;
  auto place = [](const diag::Diagnostic& one) {
    return std::tuple(std::string_view(one.location.file->path()), one.location.span.begin,
                      std::string_view(one.code));
  };
  for (const diag::Diagnostic& one : known) places.insert(place(one));
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const diag::Diagnostic& one) { return !places.contains(place(one)); }));
}
}  // namespace

void Session::Gather(std::vector<infer::UnitResult> results, lint::Outcome& outcome) {
  std::unordered_set<std::string_view> selected;
  for (names::FileId file : program_.SelectedFiles())
    selected.insert(program_.Info(file).shown_path);
  observations_.clear();
  facts_ = {};
  std::vector<infer::Observation> of_libraries, assumed;
  std::set<std::string> libraries;
  for (infer::UnitResult& result : results) {
    for (names::FileId file : result.read)
      if (std::string library = LibraryOf(program_.Info(file), setup_.environment);
          !library.empty())
        libraries.insert(std::move(library));
    if (result.group == infer::Group::LeftOut) {
      outcome.left_out.modules += CountOthers(result.entries, results);
      for (infer::Observation& observation : result.observations)
        if (observation.location.file && selected.contains(observation.location.file->path()))
          assumed.push_back(std::move(observation));
      continue;
    }
    facts_.Add(std::exchange(result.facts, {}));
    facts_.AddAssigned(std::exchange(result.assigned, {}));
    for (infer::Observation& observation : result.observations) {
      if (!observation.location.file) continue;
      const bool own = selected.contains(observation.location.file->path());
      (own ? observations_ : of_libraries).push_back(std::move(observation));
    }
    std::move(result.entries.begin(), result.entries.end(), std::back_inserter(outcome.entries));
    std::move(result.holes.begin(), result.holes.end(), std::back_inserter(outcome.holes));
  }
  outcome.libraries.assign(libraries.begin(), libraries.end());
  for (const infer::Observation& observation : observations_)
    observed_kinds_.insert(observation.kind());
  SortEntries(outcome.entries);
  lint::MergeHoles(outcome.holes);
  outcome.diagnostics = lint::Check(observations_, setup_.analysis.target);
  std::unordered_map<const source::SourceFile*, source::Span> helpers;
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& diagnostic) {
    const auto& [file, span] = diagnostic.location;
    auto [helper, is_new] = helpers.try_emplace(file);
    if (is_new) helper->second = fix::HelperIn(file->text());
    return helper->second.begin < span.begin && span.end < helper->second.end;
  });
  outcome.left_out.breaks =
      CountNew(lint::Check(assumed, setup_.analysis.target), outcome.diagnostics);
  if (of_libraries.empty()) return;
  for (diag::Diagnostic& finding :
       lint::CheckLibraries(std::move(of_libraries), setup_.library_breaks,
                            KnowledgeOf(program_, setup_.environment), setup_.analysis.target))
    outcome.diagnostics.push_back(std::move(finding));
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
}

}  // namespace graphmend::project
