#include "report/summary.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/visible.h"
#include "lint/holes.h"
#include "lint/rule.h"
#include "report/frame.h"
#include "report/overview.h"
#include "report/text.h"

namespace graphmend::report {
namespace {

using diag::Diagnostic;

constexpr std::size_t kMostRows = 200;  // of the table; GitHub cuts a comment at 65,536 characters

using ByFile = std::map<std::string, std::vector<const Diagnostic*>>;

ByFile Group(const lint::Outcome& outcome) {
  ByFile files;
  for (const Diagnostic& diagnostic : outcome.diagnostics)
    files[diagnostic.location.file->path()].push_back(&diagnostic);
  return files;
}

std::string LineAndColumn(const Diagnostic& diagnostic) {
  return Place(diagnostic.location)
      .substr(base::OneLine(diagnostic.location.file->path()).size() + 1);
}

}  // namespace

std::string Grouped(const lint::Outcome& outcome, const Style& style) {
  std::string text;
  for (const auto& [path, findings] : Group(outcome)) {
    std::size_t width = 0;
    for (const Diagnostic* diagnostic : findings)
      width = std::max(width, LineAndColumn(*diagnostic).size());
    text += style.Paint(Tone::Bold, base::OneLine(path)) + ":\n";
    for (const Diagnostic* diagnostic : findings) {
      std::string place = LineAndColumn(*diagnostic);
      place.insert(0, width - place.size(), ' ');
      text += "  " + style.Paint(Tone::Dim, place) + " " +
              style.Paint(diagnostic->severity, diagnostic->code) + " " +
              base::OneLine(diagnostic->message) + "\n";
    }
    text += "\n";
  }
  return text + Summary(outcome, style);
}

std::string Markdown(const lint::Outcome& outcome) {
  std::string text = "## graphmend\n\n" + base::Markdown(SummaryLine(outcome, Style(false))) + "\n";
  for (const lint::Problem& problem : outcome.problems)
    if (lint::IsTrouble(problem.kind))
      text += "\n> **error** " + base::MarkdownCode(problem.path) + ": " +
              base::Markdown(problem.message) + "\n";
  const std::string missing = lint::NotFollowed(outcome);
  if (!missing.empty()) text += "\n" + base::Markdown(missing) + ".\n";
  if (outcome.diagnostics.empty()) return text;
  std::map<std::uint32_t, std::size_t> by_rule;
  for (const Diagnostic& diagnostic : outcome.diagnostics) ++by_rule[diagnostic.rule_index];
  text += "\n| rule | | findings |\n|---|---|--:|\n";
  for (const auto& [index, count] : by_rule) {
    const lint::Rule& rule = *lint::Rules()[index];
    text += "| " + std::string(rule.code.text()) + " | " + std::string(rule.name) + " | " +
            std::to_string(count) + " |\n";
  }
  text += "\n| place | rule | severity | finding |\n|---|---|---|---|\n";
  std::size_t rows = 0;
  for (const Diagnostic& diagnostic : outcome.diagnostics) {
    if (++rows > kMostRows) break;
    text += "| " + base::MarkdownCode(Place(diagnostic.location)) + " | " + diagnostic.code +
            " | " + std::string(SeverityName(diagnostic.severity)) + " | " +
            base::Markdown(diagnostic.message) + " |\n";
  }
  if (rows > kMostRows)
    text +=
        "\n" + std::to_string(outcome.diagnostics.size() - kMostRows) + " more are not shown.\n";
  return text;
}

}  // namespace graphmend::report
