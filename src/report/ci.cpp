#include "report/ci.h"

#include <array>
#include <map>
#include <vector>

#include "base/utf8.h"
#include "base/visible.h"
#include "diag/json_writer.h"
#include "lint/holes.h"
#include "lint/identity.h"
#include "lint/rule.h"
#include "report/frame.h"
#include "report/text.h"
#include "report/width.h"
#include "source/notebook.h"

namespace graphmend::report {
namespace {

using diag::Diagnostic;
using diag::Severity;
using Json = diag::JsonWriter<diag::JsonLayout::Indented>;

struct Range {
  source::Position begin, end;
};

Range RangeOf(const Diagnostic& diagnostic, source::ColumnUnit unit) {
  const diag::Location& place = diagnostic.location;
  return {place.file->PositionOf(place.span.begin, unit),
          place.file->PositionOf(place.span.end, unit)};
}

std::string Escaped(std::string_view text,
                    std::initializer_list<std::pair<char, std::string_view>> escapes) {
  std::string escaped;
  for (char c : text) {
    std::string_view replacement;
    for (const auto& [from, to] : escapes)
      if (from == c) replacement = to;
    if (replacement.empty()) escaped += c;
    else escaped += replacement;
  }
  return escaped;
}

std::string GithubData(std::string_view text) {
  return Escaped(base::Visible(text), {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
}

std::string GithubProperty(std::string_view text) {
  return Escaped(base::Visible(text),
                 {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}, {':', "%3A"}, {',', "%2C"}});
}

std::string AzureText(std::string_view text) {
  return Escaped(base::Visible(text),
                 {{'%', "%AZP25"}, {'\r', "%0D"}, {'\n', "%0A"}, {';', "%3B"}, {']', "%5D"}});
}

std::string_view GithubCommand(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: break;
  }
  return "notice";
}

std::string MessageAndHelp(const Diagnostic& diagnostic) {
  std::string text = diag::MessageAndCell(diagnostic);
  if (!diagnostic.label.empty()) text += "\n" + diagnostic.label;
  if (!diagnostic.help.empty()) text += "\nhelp: " + diagnostic.help;
  return text;
}

std::string ProblemText(const lint::Problem& problem) {
  return problem.hint.empty() ? problem.message : problem.message + "; " + problem.hint;
}

bool IsTrouble(const lint::Problem& problem) { return lint::IsTrouble(problem.kind); }

// The characters that XML has no way to write, and those that would steer a terminal which shows
// it, become U+FFFD.
std::string Xml(std::string_view text) {
  std::string valid;
  const std::string visible = base::Visible(text);
  for (std::size_t at = 0; at < visible.size();) {
    char32_t c = base::NextCharacter(visible, at);
    base::AppendUtf8(valid, c == 0xFFFE || c == 0xFFFF ? base::kReplacement : c);
  }
  return Escaped(valid, {{'&', "&amp;"},
                         {'<', "&lt;"},
                         {'>', "&gt;"},
                         {'"', "&quot;"},
                         {'\n', "&#10;"},
                         {'\r', "&#13;"},
                         {'\t', "&#9;"}});
}

std::string_view GitlabSeverity(Severity severity) {
  switch (severity) {
    case Severity::Error: return "critical";
    case Severity::Warning: return "major";
    case Severity::Note: break;
  }
  return "info";
}

std::string_view RdjsonSeverity(Severity severity) {
  switch (severity) {
    case Severity::Error: return "ERROR";
    case Severity::Warning: return "WARNING";
    case Severity::Note: break;
  }
  return "INFO";
}

void WriteRdjsonPosition(Json& json, std::string_view key, source::Position position) {
  json.Object(key, [&] {
    json.Field("line", position.line);
    json.Field("column", position.column);
  });
}

void WriteRdjsonRange(Json& json, const source::SourceFile& file, source::Span span) {
  json.Object("range", [&] {
    WriteRdjsonPosition(json, "start", file.PositionOf(span.begin, source::ColumnUnit::Bytes));
    WriteRdjsonPosition(json, "end", file.PositionOf(span.end, source::ColumnUnit::Bytes));
  });
}

void WriteRdjsonLocation(Json& json, const diag::Location& location) {
  json.Object("location", [&] {
    json.Field("path", location.file->path());
    WriteRdjsonRange(json, *location.file, location.span);
  });
}

// reviewdog takes one edit of a file for a suggestion, so only such fixes can be told.
void WriteSuggestions(Json& json, const Diagnostic& diagnostic) {
  std::vector<const diag::Edit*> edits;
  for (const diag::Fix& fix : diagnostic.fixes)
    if (fix.applicability == diag::Applicability::Safe && fix.edits.size() == 1 &&
        fix.shared.empty() && !source::IsNotebook(diagnostic.location.file->path()))
      edits.push_back(&fix.edits.front());
  json.Array("suggestions", edits, [&](const diag::Edit* edit) {
    json.Object([&] {
      WriteRdjsonRange(json, *diagnostic.location.file, edit->span);
      json.Field("text", edit->text);
    });
  });
}

std::string JunitCase(const std::string& path, const Diagnostic& diagnostic) {
  const lint::Rule& rule = *lint::Rules()[diagnostic.rule_index];
  Range range = RangeOf(diagnostic, source::ColumnUnit::CodePoints);
  std::string place = std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column);
  return "    <testcase name=\"" +
         Xml(diagnostic.code + " " + std::string(rule.name) + " at " + place) + "\" classname=\"" +
         Xml(path) + "\" file=\"" + Xml(path) + "\" line=\"" + std::to_string(range.begin.line) +
         "\">\n      <failure type=\"" + std::string(SeverityName(diagnostic.severity)) +
         "\" message=\"" + Xml(diag::MessageAndCell(diagnostic)) + "\">" +
         Xml(path + ":" + place + ": " + MessageAndHelp(diagnostic)) +
         "</failure>\n    </testcase>\n";
}

std::string JunitSuite(const std::string& name, std::size_t tests, std::size_t failures,
                       std::size_t errors, const std::string& cases) {
  return "  <testsuite name=\"" + Xml(name) + "\" tests=\"" + std::to_string(tests) +
         "\" failures=\"" + std::to_string(failures) + "\" errors=\"" + std::to_string(errors) +
         "\" skipped=\"0\">\n" + cases + "  </testsuite>\n";
}

// A run without a finding still ran something, but not where nothing was compiled.
std::string CleanCase(const lint::Outcome& outcome) {
  const std::string nothing = lint::NothingCompiled(outcome), missing = lint::NotFollowed(outcome);
  std::string inside;
  if (!nothing.empty()) inside += "      <skipped/>\n";
  if (!missing.empty()) inside += "      <system-out>" + Xml(missing) + "</system-out>\n";
  return "    <testcase name=\"" +
         Xml(nothing.empty() ? "no graph break in " + lint::DescribeEntries(outcome) : nothing) +
         "\" classname=\"graphmend\"" +
         (inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n");
}

}  // namespace

std::string Github(const lint::Outcome& outcome) {
  std::string text;
  for (const lint::Problem& problem : outcome.problems) {
    text += IsTrouble(problem) ? "::error " : "::warning ";
    text += "title=graphmend";
    if (!problem.path.empty()) text += ",file=" + GithubProperty(problem.path);
    if (problem.line > 0) text += ",line=" + std::to_string(problem.line);
    if (problem.column > 0) text += ",col=" + std::to_string(problem.column);
    text += "::" + GithubData(ProblemText(problem)) + "\n";
  }
  for (const Diagnostic& diagnostic : outcome.diagnostics) {
    const std::string& path = diagnostic.location.file->path();
    Range range = RangeOf(diagnostic, source::ColumnUnit::CodePoints);
    text += "::" + std::string(GithubCommand(diagnostic.severity)) + " title=graphmend (" +
            diagnostic.code + "),file=" + GithubProperty(path) +
            ",line=" + std::to_string(range.begin.line) +
            ",endLine=" + std::to_string(range.end.line);
    // Columns are taken only where both are on one line.
    if (range.begin.line == range.end.line)
      text += ",col=" + std::to_string(range.begin.column) +
              ",endColumn=" + std::to_string(range.end.column);
    text += "::" +
            GithubData(Place(diagnostic.location) + ": " + diagnostic.code + " " +
                       MessageAndHelp(diagnostic)) +
            "\n";
  }
  const std::string missing = lint::NotFollowed(outcome);
  if (!missing.empty()) text += "::notice title=graphmend::" + GithubData(missing) + "\n";
  return text;
}

std::string Azure(const lint::Outcome& outcome) {
  std::string text;
  for (const lint::Problem& problem : outcome.problems)
    text += std::string("##vso[task.logissue type=") + (IsTrouble(problem) ? "error" : "warning") +
            ";" + (problem.path.empty() ? "" : "sourcepath=" + AzureText(problem.path) + ";") +
            "]" + AzureText(ProblemText(problem)) + "\n";
  for (const Diagnostic& diagnostic : outcome.diagnostics) {
    Range range = RangeOf(diagnostic, source::ColumnUnit::CodePoints);
    text += std::string("##vso[task.logissue type=") +
            (diagnostic.severity == Severity::Error ? "error" : "warning") +
            ";sourcepath=" + AzureText(diagnostic.location.file->path()) +
            ";linenumber=" + std::to_string(range.begin.line) +
            ";columnnumber=" + std::to_string(range.begin.column) + ";code=" + diagnostic.code +
            ";]" + AzureText(diag::MessageAndCell(diagnostic)) + "\n";
  }
  return text;
}

std::string Pylint(const lint::Outcome& outcome) {
  std::string text;
  for (const Diagnostic& diagnostic : outcome.diagnostics)
    text += base::OneLine(diagnostic.location.file->path()) + ":" +
            std::to_string(RangeOf(diagnostic, source::ColumnUnit::CodePoints).begin.line) + ": [" +
            diagnostic.code + "] " + base::OneLine(diag::MessageAndCell(diagnostic)) + "\n";
  return text;
}

// An issue of Code Climate's specification, of which GitLab reads a part.
std::string Gitlab(const lint::Outcome& outcome) {
  std::vector<std::string> identities = lint::Identities(outcome.diagnostics);
  Json json;
  std::size_t index = 0;
  json.Array(outcome.diagnostics, [&](const Diagnostic& diagnostic) {
    Range range = RangeOf(diagnostic, source::ColumnUnit::CodePoints);
    json.Object([&] {
      json.Field("type", "issue");
      json.Field("description", diagnostic.code + ": " + diag::MessageAndCell(diagnostic));
      json.Field("check_name", diagnostic.code);
      json.Object("content", [&] { json.Field("body", MessageAndHelp(diagnostic)); });
      json.Array("categories", std::array{"Performance"},
                 [&](const char* name) { json.Text(name); });
      json.Field("fingerprint", identities[index++]);
      json.Field("severity", GitlabSeverity(diagnostic.severity));
      json.Object("location", [&] {
        json.Field("path", diagnostic.location.file->path());
        json.Object("lines", [&] {
          json.Field("begin", range.begin.line);
          json.Field("end", range.end.line);
        });
      });
    });
  });
  return json.Finish();
}

std::string Rdjson(const lint::Outcome& outcome) {
  Json json;
  json.Object([&] {
    json.Object("source", [&] { json.Field("name", "graphmend"); });
    json.Array("diagnostics", outcome.diagnostics, [&](const Diagnostic& diagnostic) {
      json.Object([&] {
        json.Field("message", MessageAndHelp(diagnostic));
        WriteRdjsonLocation(json, diagnostic.location);
        json.Field("severity", RdjsonSeverity(diagnostic.severity));
        json.Object("code", [&] {
          json.Field("value", diagnostic.code);
          if (!diagnostic.gb_ids.empty())
            json.Field("url", lint::GbPage(diagnostic.gb_ids.front()));
        });
        WriteSuggestions(json, diagnostic);
        std::vector<const diag::Step*> steps;
        for (const diag::Step& step : diagnostic.reason)
          if (step.location.file) steps.push_back(&step);
        json.Array("related_locations", steps, [&](const diag::Step* step) {
          json.Object([&] {
            json.Field("message", step->text);
            WriteRdjsonLocation(json, step->location);
          });
        });
      });
    });
  });
  return json.Finish();
}

std::string Junit(const lint::Outcome& outcome) {
  std::map<std::string, std::vector<const Diagnostic*>> by_file;
  for (const Diagnostic& diagnostic : outcome.diagnostics)
    by_file[diagnostic.location.file->path()].push_back(&diagnostic);
  std::string suites, errors;
  std::size_t tests = outcome.diagnostics.size(), trouble = 0;
  for (const auto& [path, findings] : by_file) {
    std::string cases;
    for (const Diagnostic* diagnostic : findings) cases += JunitCase(path, *diagnostic);
    suites += JunitSuite(path, findings.size(), findings.size(), 0, cases);
  }
  for (const lint::Problem& problem : outcome.problems) {
    if (!IsTrouble(problem)) continue;
    ++trouble;
    errors += "    <testcase name=\"" + Xml(problem.path) + "\" classname=\"graphmend\">\n" +
              "      <error message=\"" + Xml(ProblemText(problem)) + "\"/>\n    </testcase>\n";
  }
  bool clean = tests + trouble == 0;
  if (clean) errors = CleanCase(outcome);
  std::size_t extra = clean ? 1 : trouble;
  if (!errors.empty()) suites += JunitSuite("graphmend", extra, 0, trouble, errors);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"graphmend\" tests=\"" +
         std::to_string(tests + extra) + "\" failures=\"" + std::to_string(tests) + "\" errors=\"" +
         std::to_string(trouble) + "\">\n" + suites + "</testsuites>\n";
}

}  // namespace graphmend::report
