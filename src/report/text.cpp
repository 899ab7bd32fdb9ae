#include "report/text.h"

#include <algorithm>
#include <map>

#include "base/visible.h"
#include "lint/holes.h"
#include "lint/rule.h"
#include "report/finding.h"
#include "report/frame.h"
#include "report/overview.h"

namespace graphmend::report {

std::string PageOf(const diag::Diagnostic& diagnostic) {
  return diagnostic.gb_ids.empty() ? "" : lint::GbPage(diagnostic.gb_ids.front());
}

std::string_view SeverityName(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return "error";
    case diag::Severity::Warning: return "warning";
    case diag::Severity::Note: break;
  }
  return "note";
}

std::string LineText(const source::SourceFile& file, std::uint32_t line) {
  const auto cell = file.InCell(line);
  return cell ? "cell " + std::to_string(cell->cell) + ":" + std::to_string(cell->line)
              : std::to_string(line);
}

std::string Place(const diag::Location& location) {
  source::Position position =
      location.file->PositionOf(location.span.begin, source::ColumnUnit::CodePoints);
  return base::OneLine(location.file->path()) + ":" + LineText(*location.file, position.line) +
         ":" + std::to_string(position.column);
}

std::string HoleLine(const infer::Hole& hole, const Style& style) {
  std::string text =
      style.Paint(Tone::Yellow, "incomplete") + ": " + base::OneLine(lint::Describe(hole));
  if (hole.entries > 0) {
    text += "; " + base::OneLine(hole.target);
    if (hole.entries > 1) text += " and " + std::to_string(hole.entries - 1) + " more";
    text += hole.entries > 1 ? " get here" : " gets here";
  }
  return text + "\n";
}

std::string Full(const lint::Outcome& outcome, const Style& style) {
  std::string text;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    text += Finding(diagnostic, Chain::Short, style) + "\n";
  text += Summary(outcome, style);
  if (std::any_of(outcome.diagnostics.begin(), outcome.diagnostics.end(), LeavesOut))
    text +=
        style.Paint(Tone::Dim, "`graphmend why FILE:LINE` shows how a finding comes about") + "\n";
  return text;
}

std::string Concise(const lint::Outcome& outcome, const Style& style) {
  std::string text;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    text += Place(diagnostic.location) + ": " +
            style.Link(style.Paint(diagnostic.severity, diagnostic.code), PageOf(diagnostic)) +
            " " + base::OneLine(diagnostic.message) + "\n";
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
            "  " + name + "  " + std::to_string(row.firm) + " definite, " +
            lint::Count(row.notes, "note", "notes") + "\n";
  }
  return text + Summary(outcome, style);
}

}  // namespace graphmend::report
