#include "report/overview.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/visible.h"
#include "lint/holes.h"
#include "lint/rule.h"
#include "report/frame.h"
#include "report/wrap.h"

namespace graphmend::report {
namespace {

constexpr std::size_t kMany = 50;      // findings, past which it is said how to see less
constexpr std::size_t kMostNamed = 4;  // rules, and folders, that are named then

// Breaks, of the file's own or of a library that it calls; the others cost, or are about the file.
bool IsBreak(const diag::Diagnostic& diagnostic) {
  const auto on = lint::Rules()[diagnostic.rule_index]->on;
  return !diagnostic.breaks.empty() || (on && infer::IsBreak(*on));
}

bool IsHazard(const diag::Diagnostic& diagnostic) {
  const auto on = lint::Rules()[diagnostic.rule_index]->on;
  return on && !infer::IsBreak(*on);
}

// "3 graph breaks (2 warnings, 1 note) and 1 syntax error"
std::string Found(const lint::Outcome& outcome) {
  std::map<diag::Severity, std::size_t> by_severity;
  std::size_t breaks = 0;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    if (!IsBreak(diagnostic)) continue;
    ++breaks;
    ++by_severity[diagnostic.severity];
  }
  std::string found, parts;
  auto add = [&](diag::Severity severity, std::string_view one, std::string_view many) {
    if (!by_severity.contains(severity)) return;
    if (!parts.empty()) parts += ", ";
    parts += lint::Count(by_severity[severity], one, many);
  };
  add(diag::Severity::Error, "error", "errors");
  add(diag::Severity::Warning, "warning", "warnings");
  add(diag::Severity::Note, "note", "notes");
  if (breaks > 0) found = lint::Count(breaks, "graph break", "graph breaks") + " (" + parts + ")";
  std::size_t syntax = 0, hazards = 0;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    syntax += lint::Rules()[diagnostic.rule_index]->name == "syntax-error";
    hazards += IsHazard(diagnostic);
  }
  auto append = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) found += (found.empty() ? "" : " and ") + lint::Count(count, one, many);
  };
  append(hazards, "hazard", "hazards");
  append(syntax, "syntax error", "syntax errors");
  append(outcome.diagnostics.size() - breaks - hazards - syntax, "suppression to fix",
         "suppressions to fix");
  return found;
}

// " (2 suppressed, 5 in the baseline)"
std::string NotShown(const lint::Outcome& outcome) {
  std::size_t comments = outcome.SuppressedBy(lint::SuppressionKind::Comment);
  std::size_t known = outcome.SuppressedBy(lint::SuppressionKind::Baseline);
  if (comments + known == 0) return "";
  std::string text;
  if (comments > 0) text = std::to_string(comments) + " suppressed";
  if (known > 0) text += (text.empty() ? "" : ", ") + std::to_string(known) + " in the baseline";
  return " (" + text + ")";
}

// What is assumed is a guess: that other code was not looked at must show.
std::string NotLookedAt(const lint::Outcome& outcome) {
  const bool guessed = outcome.AssumedEntries() > 0 && outcome.assume != "public";
  return guessed ? "; --assume-compiled=public looks at functions and other methods, too" : "";
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

// "GM101 branch-on-tensor (40), GM201 print-in-graph (8) and 3 more"; by count, then by name.
std::string Most(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostNamed); ++i)
    text += (i > 0 ? ", " : "") + sorted[i].first + " (" + std::to_string(sorted[i].second) + ")";
  if (sorted.size() > kMostNamed)
    text += " and " + std::to_string(sorted.size() - kMostNamed) + " more";
  return text;
}

// Where many findings are, and how to see less; a line each.
std::vector<std::string> HowToNarrow(const lint::Outcome& outcome) {
  if (outcome.diagnostics.size() <= kMany) return {};
  std::map<std::string, std::size_t> rules, folders;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    const std::string_view name = lint::Rules()[diagnostic.rule_index]->name;
    ++rules[diagnostic.code + " " + std::string(name)];
    ++folders[FolderOf(diagnostic.location.file->path())];
  }
  return {"Most by rule: " + Most(rules), "Most by folder: " + Most(folders),
          "To narrow down: name rules (`--select GM101`) or paths, look at what a change adds "
          "(`--changed`), or keep what is known in a baseline (`--update-baseline`)"};
}

}  // namespace

Fixable CountFixable(const lint::Outcome& outcome) {
  Fixable fixable;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    auto has = [&](diag::Applicability applicability) {
      return std::any_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                         [&](const diag::Fix& fix) { return fix.applicability == applicability; });
    };
    const bool asked_for = std::any_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                                       [](const diag::Fix& fix) { return fix.asked_for; });
    if (has(diag::Applicability::Safe) || asked_for) ++fixable.safe;
    else if (has(diag::Applicability::Unsafe)) ++fixable.unsafe;
  }
  return fixable;
}

std::string FixableLine(const lint::Outcome& outcome) {
  const auto [safe, unsafe] = CountFixable(outcome);
  if (safe == 0 && unsafe == 0) return "";
  if (safe == 0) return std::to_string(unsafe) + " fixable with --fix --unsafe-fixes";
  std::string text = std::to_string(safe) + " fixable with --fix";
  if (unsafe > 0) text += ", " + std::to_string(unsafe) + " more with --unsafe-fixes";
  return text;
}

std::string SummaryLine(const lint::Outcome& outcome, const Style& style) {
  std::string entries = lint::DescribeEntries(outcome);
  std::string files = lint::Count(outcome.files, "file", "files");
  if (!outcome.diagnostics.empty()) {
    std::set<std::string_view> paths;
    for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
      paths.insert(diagnostic.location.file->path());
    return style.Paint(Tone::Bold, "Found " + Found(outcome)) + " in " +
           std::to_string(paths.size()) + " of " + files + ", looking at " + entries +
           NotShown(outcome) + "\n";
  }
  if (outcome.entries.empty())
    return "Nothing compiled was found in " + files + ": nothing was checked\n";
  std::string none = outcome.suppressed.empty() ? "No graph break found" : "No new graph break";
  return style.Paint(Tone::Green, none) + " in " + files + ", looking at " + entries +
         NotLookedAt(outcome) + NotShown(outcome) + "\n";
}

std::string Summary(const lint::Outcome& outcome, const Style& style) {
  auto line = [&](std::string_view text, Tone tone) {
    return text.empty()
               ? std::string()
               : style.Paint(tone, Wrap(base::OneLine(text), style.TextWidth(), 0, 2)) + "\n";
  };
  std::string found = SummaryLine(outcome, style);
  found.pop_back();
  std::string text = Wrap(found, style.TextWidth(), 0, 2) + "\n";
  text += line(lint::NotFollowed(outcome), Tone::Yellow);
  text += line(lint::DescribeLeftOut(outcome.left_out), Tone::Plain);
  text += line(FixableLine(outcome), Tone::Plain);
  for (const std::string& more : HowToNarrow(outcome)) text += line(more, Tone::Plain);
  return text;
}

}  // namespace graphmend::report
