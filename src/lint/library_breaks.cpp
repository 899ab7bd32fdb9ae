#include "lint/library_breaks.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lint/check.h"
#include "lint/rule.h"
#include "lint/steps.h"

namespace graphmend::lint {
namespace {

using infer::CallStep;
using infer::Observation;

const CallStep* LastAskedFor(const Observation& observation, const FileKnowledge& files) {
  const auto& callers = observation.callers;
  auto last = std::find_if(callers.rbegin(), callers.rend(), [&](const CallStep& step) {
    return step.location.file && files.is_asked_for(*step.location.file);
  });
  return last == callers.rend() ? nullptr : &*last;
}

std::string BaseNameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string FileAndLineOf(const diag::Location& at) {
  return BaseNameOf(at.file->path()) + ":" + std::to_string(at.file->LineOf(at.span.begin));
}

// Of what stands in one library behind one call.
diag::Diagnostic Lift(const std::vector<Observation>& group, const CallStep& call,
                      const FileKnowledge& files, infer::Release target) {
  std::vector<diag::Diagnostic> inner = Check(group, target);
  diag::Diagnostic finding;
  finding.rule_index = IndexOfRule("library-break");
  finding.code = Rules()[finding.rule_index]->code.text();
  finding.location = call.location;
  FileKnowledge::Around around = files.around(call.location);
  finding.statement = around.statement;
  finding.function = std::move(around.function);
  finding.library = files.library_of(*group.front().location.file);
  finding.severity = diag::Severity::Note;
  bool conditional = true;
  for (diag::Diagnostic& one : inner) {
    finding.severity = std::max(finding.severity, one.severity);
    conditional &= !one.condition.empty();
    for (const std::string& id : one.gb_ids)
      if (std::find(finding.gb_ids.begin(), finding.gb_ids.end(), id) == finding.gb_ids.end())
        finding.gb_ids.push_back(id);
    finding.breaks.push_back({one.code, one.severity, one.location, std::move(one.message)});
  }
  if (conditional)
    finding.condition =
        inner.size() == 1 ? inner.front().condition : "one of the conditions below holds";
  for (const CallStep& step : group.front().callers) {
    finding.callers.push_back(Words(step));
    if (&step == &call) break;
  }
  if (inner.size() == 1) {
    finding.reason = std::move(inner.front().reason);
    finding.origin = inner.front().origin;
  }
  finding.label = "the library breaks the graph inside this call";
  finding.help =
      "an option of the model or a newer release of the library may avoid it; "
      "`--library-breaks=place` shows each break and its reasons, and checking the library's own "
      "files offers fixes to patch it with";
  WordLibraryBreaks(finding);
  return finding;
}

}  // namespace

diag::Location ReportedAt(const Observation& observation, const FileKnowledge& files) {
  if (observation.location.file && files.is_asked_for(*observation.location.file))
    return observation.location;
  const CallStep* call = LastAskedFor(observation, files);
  return call ? call->location : diag::Location();
}

void WordLibraryBreaks(diag::Diagnostic& finding) {
  const diag::LibraryBreak& first = finding.breaks.front();
  if (finding.breaks.size() == 1) {
    finding.message =
        "in " + finding.library + ", " + FileAndLineOf(first.location) + ": " + first.message;
    return;
  }
  finding.message = finding.library + " breaks the graph in " +
                    std::to_string(finding.breaks.size()) + " places inside this call: ";
  constexpr std::size_t kMostNamed = 3;
  for (std::size_t i = 0; i < std::min(finding.breaks.size(), kMostNamed); ++i)
    finding.message += (i > 0 ? ", " : "") + FileAndLineOf(finding.breaks[i].location);
  if (finding.breaks.size() > kMostNamed)
    finding.message += " and " + std::to_string(finding.breaks.size() - kMostNamed) + " more";
}

std::vector<diag::Diagnostic> CheckLibraries(std::vector<Observation> observations,
                                             LibraryBreaks how, const FileKnowledge& files,
                                             infer::Release target) {
  if (how == LibraryBreaks::Off) return {};
  std::erase_if(observations, [&](const Observation& one) { return !LastAskedFor(one, files); });
  if (how == LibraryBreaks::Place) return Check(observations, target);
  using Key = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::string>;
  std::map<Key, std::vector<Observation>> groups;
  for (Observation& observation : observations) {
    if (!IsBreak(observation.kind())) continue;
    const CallStep& call = *LastAskedFor(observation, files);
    Key key(call.location.file->path(), call.location.span.begin, call.location.span.end,
            files.library_of(*observation.location.file));
    groups[std::move(key)].push_back(std::move(observation));
  }
  std::vector<diag::Diagnostic> findings;
  for (auto& [key, group] : groups) {
    // The shortest way comes first, so that which one is shown does not depend on the analysis.
    std::stable_sort(group.begin(), group.end(), [](const Observation& a, const Observation& b) {
      return std::tuple(a.callers.size(), a.location.file->path(), a.location.span.begin) <
             std::tuple(b.callers.size(), b.location.file->path(), b.location.span.begin);
    });
    findings.push_back(Lift(group, *LastAskedFor(group.front(), files), files, target));
  }
  return findings;
}

}  // namespace graphmend::lint
