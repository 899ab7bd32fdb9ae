// `graphmend why FILE:LINE`: what is known of a line, and why it is or is not a finding.
#include <charconv>
#include <map>
#include <tuple>

#include "base/visible.h"
#include "cli/commands.h"
#include "lint/steps.h"
#include "project/session.h"
#include "report/finding.h"
#include "report/frame.h"
#include "report/text.h"
#include "report/wrap.h"

namespace graphmend::cli {
namespace {

struct LineOfFile {
  std::string path;
  std::uint32_t line = 0;
  std::uint32_t cell = 0;  // of a notebook, where `line` is one of its lines; 0: of the file
};

std::optional<std::uint32_t> Number(std::string_view digits) {
  std::uint32_t number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  bool whole = error == std::errc() && end == digits.data() + digits.size() && number > 0;
  return whole ? std::optional(number) : std::nullopt;
}

// "model.py:42", also with a column behind it, and "model.ipynb:cell 3:2", as reports print places.
std::optional<LineOfFile> ParsePlace(std::string_view operand) {
  auto split = [](std::string_view text) -> std::optional<LineOfFile> {
    std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    std::optional<std::uint32_t> line = Number(text.substr(colon + 1));
    return line ? std::optional(LineOfFile{std::string(text.substr(0, colon)), *line})
                : std::nullopt;
  };
  std::optional<LineOfFile> outer = split(operand);
  if (!outer) return std::nullopt;
  LineOfFile place = split(outer->path).value_or(*outer);
  constexpr std::string_view kCell = ":cell ";
  const std::size_t cell = place.path.rfind(kCell);
  if (cell == std::string::npos) return place;
  if (std::optional<std::uint32_t> number =
          Number(std::string_view(place.path).substr(cell + kCell.size()))) {
    place.cell = *number;
    place.path.resize(cell);
  }
  return place;
}

// The line of the file; an error where there is none.
std::optional<base::Error> Settle(LineOfFile& place, const source::SourceFile& file) {
  if (place.cell > 0) {
    const auto line = file.LineOf(source::CellLine{place.cell, place.line});
    if (!line)
      return base::Error{file.path() + " has no code on line " + std::to_string(place.line) +
                             " of cell " + std::to_string(place.cell),
                         "cells count from 1, those without code too"};
    place.line = *line;
    return std::nullopt;
  }
  std::uint32_t lines = file.LineCount();
  if (place.line > lines)
    return base::Error{file.path() + " has no line " + std::to_string(place.line),
                       "it has " + lint::Count(lines, "line", "lines")};
  return std::nullopt;
}

bool Covers(const diag::Location& at, const LineOfFile& place) {
  if (!at.file || at.file->path() != place.path) return false;
  const source::Span span = at.span;
  const std::uint32_t last = at.file->LineOf(span.size() > 0 ? span.end - 1 : span.end);
  return at.file->LineOf(span.begin) <= place.line && place.line <= last;
}

// Whether the finding's statement, or what it underlines, lies on the line.
bool IsOnLine(const diag::Diagnostic& diagnostic, const LineOfFile& place) {
  return Covers(diagnostic.location, place) ||
         Covers({diagnostic.location.file, diagnostic.statement}, place);
}

// Each expression with each value that it has in some context, once; literals say themselves.
std::string ValuesText(const std::vector<infer::RevealedValue>& values,
                       const report::Style& style) {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::string_view>;
  std::map<Key, std::string> fullest;  // the longest explanation of each
  for (const infer::RevealedValue& value : values) {
    source::Span span = value.location.span;
    if (value.location.file->Text(span) == value.value) continue;
    std::string& fullest_here = fullest[{span.begin, span.end, value.value}];
    std::string because = lint::InOneLine(value.because);
    if (because.size() > fullest_here.size()) fullest_here = std::move(because);
  }
  std::string text;
  for (const auto& [key, because] : fullest) {
    auto [begin, end, value] = key;
    std::string_view expression = values.front().location.file->Text({begin, end});
    text += "  " + style.Paint(report::Tone::Bold, base::OneLine(expression)) + ": " +
            base::OneLine(value);
    if (!because.empty())
      text +=
          "\n      " + report::Wrap("because " + base::OneLine(because), style.TextWidth(), 6, 8);
    text += "\n";
  }
  return text;
}

std::string Verdict(bool found, bool reached, const lint::Outcome& outcome) {
  if (found) return "";
  if (reached) return "No finding: nothing on this line is known to break the graph.\n";
  if (outcome.entries.empty()) return "No finding: " + lint::NothingCompiled(outcome) + ".\n";
  return "No finding: nothing that is compiled reaches this line (" +
         lint::DescribeEntries(outcome) + " looked at; `graphmend entries` lists them).\n";
}

}  // namespace

int RunWhy(const Invocation& invocation) {
  const std::string& operand = invocation.operands.front();
  std::optional<LineOfFile> place = ParsePlace(operand);
  if (!place)
    return Fail(invocation,
                {"`" + operand + "` is no FILE:LINE", "for example `graphmend why model.py:42`"});
  std::vector<std::string> paths = {place->path};
  paths.insert(paths.end(), invocation.operands.begin() + 1, invocation.operands.end());
  project::Configuration configuration(invocation.settings);
  project::Session session(configuration, Selected(invocation, configuration, paths),
                           invocation.jobs);
  if (auto error = configuration.error()) return Fail(invocation, *error);
  lint::Outcome outcome = session.Analyse();
  std::string shown = project::ShownPath(place->path);
  std::optional<names::FileId> id = session.FindFile(shown);
  const names::ParsedFile* file = id ? session.program().Parsed(*id) : nullptr;
  for (const lint::Problem& problem : outcome.problems) ComplainOf(invocation, problem);
  if (!file) {
    if (outcome.problems.empty())
      Fail(invocation, {place->path + " is not a file", "`why` takes FILE:LINE"});
    return kTrouble;
  }
  if (auto error = Settle(*place, file->source())) return Fail(invocation, *error);
  report::Style style = StyleFor(os::Stream::Output, invocation.color);
  std::string text = base::OneLine(shown) + ":" + report::LineText(file->source(), place->line) +
                     ": " + base::OneLine(file->source().Line(place->line)) + "\n\n";
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return !IsOnLine(diagnostic, {shown, place->line});
  });
  session.ProposeFixes(outcome);
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    text += report::Finding(diagnostic, report::Chain::Whole, style) + "\n";
  std::vector<infer::RevealedValue> values = session.analysis()->Reveal(*id, place->line);
  if (!values.empty()) text += "Values on this line:\n" + ValuesText(values, style) + "\n";
  bool incomplete = false;
  for (const infer::Hole& hole : outcome.holes) {
    if (!Covers(hole.location, {shown, place->line})) continue;
    text += report::HoleLine(hole, style);
    incomplete = true;
  }
  text += Verdict(!outcome.diagnostics.empty() || incomplete, !values.empty(), outcome);
  return Deliver(invocation, text, outcome.HasTrouble() ? kTrouble : 0, style);
}

}  // namespace graphmend::cli
