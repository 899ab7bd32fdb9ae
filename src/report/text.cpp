#include "report/text.h"

#include <algorithm>
#include <map>
#include <set>

#include "lint/holes.h"
#include "lint/rule.h"
#include "report/frame.h"

namespace graphmend::report {
namespace {

constexpr std::size_t kMostCallers = 8, kMostLibraryBreaks = 12;

// The lines below the frame: a label once, what it introduces aligned behind it.
class Notes {
 public:
  Notes(std::size_t gutter, const Style& style) : margin_(gutter + 1, ' '), style_(style) {}

  void Add(std::string_view label, std::string_view text) {
    text_ += margin_ + style_.Paint(Tone::Blue, "=") + " " +
             style_.Paint(Tone::Bold, std::string(label) + ":") + " " + std::string(text) + "\n";
  }
  void Continue(std::string_view text) { text_ += margin_ + "    " + std::string(text) + "\n"; }
  std::string& text() { return text_; }

 private:
  std::string margin_;
  const Style& style_;
  std::string text_;
};

// One numbered line each, the places in one column.
void AddSteps(Notes& notes, const std::vector<diag::Step>& steps, std::size_t most,
              const Style& style) {
  std::size_t shown = steps.size() > most ? most - 1 : steps.size();
  std::size_t widest = 0;
  for (std::size_t i = 0; i < shown; ++i)
    if (steps[i].location.file) widest = std::max(widest, Place(steps[i].location).size());
  for (std::size_t i = 0; i < shown; ++i) {
    std::string place = steps[i].location.file ? Place(steps[i].location) : std::string();
    place.resize(std::max(widest, place.size()), ' ');
    notes.Continue(std::to_string(i + 1) + ". " + style.Paint(Tone::Dim, place) + "  " +
                   OneLine(steps[i].text));
  }
  if (shown < steps.size())
    notes.Continue("… and " + std::to_string(steps.size() - shown) + " more");
}

std::string Hidden(std::uint32_t breaks) {
  if (breaks == 0) return "";
  std::string count = std::to_string(breaks);
  return "; " + count +
         (breaks == 1 ? " more break comes up in it once this is mended"
                      : " more breaks come up in it once this is mended");
}

void AddCallers(Notes& notes, const diag::Diagnostic& diagnostic, const Style& style) {
  if (diagnostic.callers.empty()) return;
  bool sites = diagnostic.call_sites > 1;
  notes.Add(
      sites ? "called from " + std::to_string(diagnostic.call_sites) + " sites" : "reached through",
      "");
  AddSteps(notes, diagnostic.callers, kMostCallers, style);
}

// A place in an installed package, from the package on.
std::string InLibrary(const diag::Location& at) {
  std::string place = Place(at);
  for (std::string_view folder : {"/site-packages/", "/dist-packages/"})
    if (const std::size_t found = place.rfind(folder); found != std::string::npos)
      place.erase(0, found + folder.size());
  return place;
}

void AddLibraryBreaks(Notes& notes, const diag::Diagnostic& diagnostic, const Style& style) {
  if (diagnostic.breaks.empty()) return;
  notes.Add("in " + OneLine(diagnostic.library), "");
  const std::size_t shown = std::min(diagnostic.breaks.size(), kMostLibraryBreaks);
  for (std::size_t i = 0; i < shown; ++i) {
    const diag::LibraryBreak& one = diagnostic.breaks[i];
    notes.Continue(std::to_string(i + 1) + ". " + style.Paint(Tone::Dim, InLibrary(one.location)) +
                   "  " + one.code + " " + OneLine(one.message));
  }
  if (shown < diagnostic.breaks.size())
    notes.Continue("… and " + std::to_string(diagnostic.breaks.size() - shown) + " more");
}

// What mends it and how to apply that, or why nothing is offered.
void AddFix(Notes& notes, const diag::Diagnostic& diagnostic) {
  if (diagnostic.fixes.empty()) {
    if (!diagnostic.no_fix.empty()) notes.Add("no fix", OneLine(diagnostic.no_fix));
    return;
  }
  const diag::Fix& fix = diagnostic.fixes.front();
  switch (fix.applicability) {
    case diag::Applicability::Safe: return notes.Add("fix", OneLine(fix.title) + " (--fix)");
    case diag::Applicability::Unsafe:
      return notes.Add("fix", OneLine(fix.title) +
                                  " (--fix --unsafe-fixes); unsafe: " + OneLine(fix.difference));
    case diag::Applicability::DisplayOnly: return notes.Add("fix", OneLine(fix.title));
  }
}

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
  append(outcome.diagnostics.size() - breaks - hazards - syntax, "suppression to mend",
         "suppressions to mend");
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

}  // namespace

namespace {

// PyTorch's page on the break.
std::string PageOf(const diag::Diagnostic& diagnostic) {
  return diagnostic.gb_ids.empty() ? "" : lint::GbPage(diagnostic.gb_ids.front());
}

}  // namespace

std::string_view SeverityName(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return "error";
    case diag::Severity::Warning: return "warning";
    case diag::Severity::Note: break;
  }
  return "note";
}

std::string Place(const diag::Location& location) {
  source::Position position =
      location.file->PositionOf(location.span.begin, source::ColumnUnit::CodePoints);
  return OneLine(location.file->path()) + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

std::string Finding(const diag::Diagnostic& diagnostic, const Style& style) {
  std::size_t gutter = GutterWidth(diagnostic.location);
  std::string text =
      style.Link(style.Paint(diagnostic.severity, std::string(SeverityName(diagnostic.severity)) +
                                                      "[" + diagnostic.code + "]"),
                 PageOf(diagnostic));
  text += style.Paint(Tone::Bold, ": " + OneLine(diagnostic.message)) + "\n";
  text +=
      std::string(gutter, ' ') + style.Paint(Tone::Blue, "-->") + " " + Place(diagnostic.location);
  if (!diagnostic.function.empty()) text += " in " + diagnostic.function;
  text += "\n" + Frame(diagnostic.location, gutter, diagnostic.severity, style);
  Notes notes(gutter, style);
  if (!diagnostic.condition.empty()) notes.Add("only if", OneLine(diagnostic.condition));
  if (!diagnostic.reason.empty()) {
    notes.Add("because", "");
    AddSteps(notes, diagnostic.reason, diagnostic.reason.size(), style);
  }
  AddCallers(notes, diagnostic, style);
  AddLibraryBreaks(notes, diagnostic, style);
  if (diagnostic.skips_frame)
    notes.Add("note", "the whole function runs without compilation" + Hidden(diagnostic.hides));
  if (!diagnostic.help.empty()) notes.Add("help", OneLine(diagnostic.help));
  AddFix(notes, diagnostic);
  if (!diagnostic.gb_ids.empty())
    notes.Add("see", diagnostic.gb_ids.front() + " " + lint::GbPage(diagnostic.gb_ids.front()));
  std::string& lines = notes.text();
  // A label that only introduces a list ends in a blank.
  for (std::size_t at; (at = lines.find(" \n")) != std::string::npos;) lines.erase(at, 1);
  return text + lines;
}

// What is assumed is a guess: that other code was not looked at must show.
std::string NotLookedAt(const lint::Outcome& outcome) {
  const bool guessed = outcome.AssumedEntries() > 0 && outcome.assume != "public";
  return guessed ? "; --assume-compiled=public looks at functions and other methods, too" : "";
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
  const std::string missing = lint::NotFollowed(outcome);
  std::string text = SummaryLine(outcome, style);
  if (!missing.empty()) text += style.Paint(Tone::Yellow, OneLine(missing)) + "\n";
  if (const std::string also = lint::DescribeLeftOut(outcome.left_out); !also.empty())
    text += also + "\n";
  return text;
}

std::string HoleLine(const infer::Hole& hole, const Style& style) {
  std::string text = style.Paint(Tone::Yellow, "incomplete") + ": " + OneLine(lint::Describe(hole));
  if (hole.entries > 0) {
    text += "; " + OneLine(hole.target);
    if (hole.entries > 1) text += " and " + std::to_string(hole.entries - 1) + " more";
    text += hole.entries > 1 ? " get here" : " gets here";
  }
  return text + "\n";
}

std::string Full(const lint::Outcome& outcome, const Style& style) {
  std::string text;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    text += Finding(diagnostic, style) + "\n";
  return text + Summary(outcome, style);
}

std::string Concise(const lint::Outcome& outcome, const Style& style) {
  std::string text;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    text += Place(diagnostic.location) + ": " +
            style.Link(style.Paint(diagnostic.severity, diagnostic.code), PageOf(diagnostic)) +
            " " + OneLine(diagnostic.message) + "\n";
  }
  return text + Summary(outcome, style);
}

std::string Statistics(const lint::Outcome& outcome, const Style& style) {
  struct Row {
    std::size_t firm = 0, notes = 0;
  };
  std::map<std::uint32_t, Row> rows;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    Row& row = rows[diagnostic.rule_index];
    ++(diagnostic.severity == diag::Severity::Note ? row.notes : row.firm);
  }
  std::vector<std::pair<std::uint32_t, Row>> sorted(rows.begin(), rows.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second.firm + a.second.notes > b.second.firm + b.second.notes;
  });
  std::size_t name_width = 0;
  for (const auto& [index, row] : sorted)
    name_width = std::max(name_width, lint::Rules()[index]->name.size());
  std::string text;
  for (const auto& [index, row] : sorted) {
    const lint::Rule& rule = *lint::Rules()[index];
    std::string count = std::to_string(row.firm + row.notes), name(rule.name);
    name.resize(name_width, ' ');
    text += std::string(6 - std::min<std::size_t>(5, count.size()), ' ') +
            style.Paint(Tone::Bold, count) + "  " + style.Paint(Tone::Yellow, rule.code.text()) +
            "  " + name + "  " + std::to_string(row.firm) + " firm, " +
            lint::Count(row.notes, "note", "notes") + "\n";
  }
  return text + Summary(outcome, style);
}

}  // namespace graphmend::report
