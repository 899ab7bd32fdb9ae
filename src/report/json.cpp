#include "report/json.h"

#include <map>

#include "diag/json_writer.h"
#include "lint/holes.h"
#include "lint/rule.h"
#include "lint/steps.h"
#include "report/overview.h"
#include "report/text.h"

namespace graphmend::report {
namespace {

using Writer = diag::JsonWriter<diag::JsonLayout::Indented>;

template <class Writer>
void WriteSpan(Writer& json, const source::SourceFile& file, source::Span span) {
  source::Position begin = file.PositionOf(span.begin, source::ColumnUnit::CodePoints);
  source::Position end = file.PositionOf(span.end, source::ColumnUnit::CodePoints);
  json.Field("line", begin.line);
  json.Field("column", begin.column);
  json.Field("end_line", end.line);
  json.Field("end_column", end.column);
  if (const auto cell = file.InCell(begin.line)) {
    json.Field("cell", cell->cell);
    json.Field("cell_line", cell->line);
  }
}

template <class Writer>
void WriteSteps(Writer& json, std::string_view key, const std::vector<diag::Step>& steps) {
  json.Array(key, steps, [&](const diag::Step& step) {
    json.Object([&] {
      json.Field("text", step.text);
      if (!step.location.file) return;
      json.Field("path", step.location.file->path());
      WriteSpan(json, *step.location.file, step.location.span);
    });
  });
}

std::string_view Name(diag::Applicability applicability) {
  switch (applicability) {
    case diag::Applicability::Safe: return "safe";
    case diag::Applicability::Unsafe: return "unsafe";
    case diag::Applicability::DisplayOnly: break;
  }
  return "display-only";
}

template <class Writer>
void WriteFix(Writer& json, const source::SourceFile& file, const diag::Fix& fix) {
  json.Object([&] {
    json.Optional("name", fix.name);
    json.Field("title", fix.title);
    json.Field("applicability", Name(fix.applicability));
    json.Optional("difference", fix.difference);
    json.Array("edits", diag::AllEdits(fix), [&](const diag::Edit& edit) {
      json.Object([&] {
        WriteSpan(json, file, edit.span);
        json.Field("text", edit.text);
      });
    });
  });
}

template <class Writer>
void WriteFinding(Writer& json, const diag::Diagnostic& diagnostic) {
  const lint::Rule& rule = *lint::Rules()[diagnostic.rule_index];
  const source::SourceFile& file = *diagnostic.location.file;
  json.Object([&] {
    json.Field("code", diagnostic.code);
    json.Field("name", rule.name);
    json.Field("severity", SeverityName(diagnostic.severity));
    json.Flag("firm", diagnostic.condition.empty());
    json.Field("message", diagnostic.message);
    json.Optional("label", diagnostic.label);
    json.Optional("condition", diagnostic.condition);
    json.Optional("help", diagnostic.help);
    json.Field("path", file.path());
    json.Object("location", [&] { WriteSpan(json, file, diagnostic.location.span); });
    json.Object("statement", [&] { WriteSpan(json, file, diagnostic.statement); });
    json.Optional("function", diagnostic.function);
    json.Flag("skips_frame", diagnostic.skips_frame);
    json.Optional("within", diagnostic.within);
    json.Field("hides", diagnostic.hides);
    json.Array("gb_ids", diagnostic.gb_ids, [&](const std::string& id) { json.Text(id); });
    json.Optional("url", diagnostic.gb_ids.empty() ? "" : lint::GbPage(diagnostic.gb_ids.front()));
    WriteSteps(json, "reason", diagnostic.reason);
    json.Field("call_sites", diagnostic.call_sites);
    WriteSteps(json, "callers", diagnostic.callers);
    json.Optional("library", diagnostic.library);
    json.Array("breaks", diagnostic.breaks, [&](const diag::LibraryBreak& one) {
      json.Object([&] {
        json.Field("code", one.code);
        json.Field("severity", SeverityName(one.severity));
        json.Field("path", one.location.file->path());
        json.Object("location", [&] { WriteSpan(json, *one.location.file, one.location.span); });
        json.Field("message", one.message);
      });
    });
    json.Array("fixes", diagnostic.fixes, [&](const diag::Fix& fix) { WriteFix(json, file, fix); });
    json.Optional("no_fix", diagnostic.no_fix);
  });
}

std::string_view Name(lint::ProblemKind kind) {
  switch (kind) {
    case lint::ProblemKind::Unusable: return "unusable";
    case lint::ProblemKind::Internal: return "internal";
    case lint::ProblemKind::PassedOver: return "passed-over";
    case lint::ProblemKind::Incomplete: break;
  }
  return "incomplete";
}

void WriteProblem(Writer& json, const lint::Problem& problem) {
  json.Object([&] {
    json.Field("kind", Name(problem.kind));
    json.Optional("code", problem.kind == lint::ProblemKind::Internal ? "GM000" : "");
    json.Optional("path", problem.path);
    if (problem.line > 0) json.Field("line", problem.line);
    if (problem.column > 0) json.Field("column", problem.column);
    json.Field("message", problem.message);
    json.Optional("hint", problem.hint);
  });
}

void WriteEntrySummary(Writer& json, const lint::Outcome& outcome) {
  std::size_t fullgraph = 0;
  for (const infer::Entry& entry : outcome.entries) fullgraph += entry.fullgraph;
  json.Object("entries", [&] {
    json.Field("total", outcome.entries.size());
    json.Field("explicit", outcome.entries.size() - outcome.AssumedEntries());
    json.Field("assumed", outcome.AssumedEntries());
    json.Field("fullgraph", fullgraph);
    json.Field("incomplete", outcome.IncompleteEntries());
    json.Flag("nothing_compiled", outcome.entries.empty());
  });
}

void WriteHole(Writer& json, const infer::Hole& hole) {
  json.Object([&] {
    json.Field("why", lint::Slug(hole.why));
    json.Field("message", lint::Describe(hole));
    json.Optional("subject", hole.subject);
    json.Field("entries", hole.entries);
    json.Optional("entry", hole.target);
    if (!hole.location.file) return;
    json.Field("path", hole.location.file->path());
    WriteSpan(json, *hole.location.file, hole.location.span);
  });
}

void WriteStatistics(Writer& json, const lint::Outcome& outcome) {
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> rows;  // firm, notes
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    auto& [firm, notes] = rows[diagnostic.rule_index];
    ++(diagnostic.severity == diag::Severity::Note ? notes : firm);
  }
  json.Array("statistics", rows, [&](const auto& row) {
    json.Object([&] {
      json.Field("code", lint::Rules()[row.first]->code.text());
      json.Field("name", lint::Rules()[row.first]->name);
      json.Field("firm", row.second.first);
      json.Field("notes", row.second.second);
    });
  });
}

}  // namespace

std::string Json(const lint::Outcome& outcome, const JsonOptions& options) {
  Writer json;
  json.Object([&] {
    json.Field("version", kJsonVersion);
    json.Object("tool", [&] {
      json.Field("name", "graphmend");
      json.Field("version", options.tool_version);
    });
    json.Field("target_torch", outcome.target);
    json.Optional("environment", outcome.environment);
    if (outcome.left_out.modules > 0)
      json.Object("left_out", [&] {
        json.Field("modules", std::uint64_t{outcome.left_out.modules});
        json.Field("breaks", std::uint64_t{outcome.left_out.breaks});
      });
    json.Array("libraries", outcome.libraries, [&](const std::string& one) { json.Text(one); });
    json.Field("assume_compiled", outcome.assume);
    json.Field("files", outcome.files);
    WriteEntrySummary(json, outcome);
    json.Array("findings", outcome.diagnostics,
               [&](const diag::Diagnostic& diagnostic) { WriteFinding(json, diagnostic); });
    json.Object("fixable", [&] {
      const auto [safe, unsafe] = CountFixable(outcome);
      json.Field("safe", safe);
      json.Field("unsafe", unsafe);
    });
    json.Field("suppressed", outcome.SuppressedBy(lint::SuppressionKind::Comment));
    json.Field("in_baseline", outcome.SuppressedBy(lint::SuppressionKind::Baseline));
    json.Array("problems", outcome.problems,
               [&](const lint::Problem& problem) { WriteProblem(json, problem); });
    json.Array("not_followed", outcome.holes,
               [&](const infer::Hole& hole) { WriteHole(json, hole); });
    if (options.statistics) WriteStatistics(json, outcome);
  });
  return json.Finish();
}

std::string JsonLines(const lint::Outcome& outcome) {
  std::string text;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    diag::JsonWriter<diag::JsonLayout::Compact> json;
    WriteFinding(json, diagnostic);
    text += json.Finish();
  }
  return text;
}

std::string EntriesJson(const std::vector<infer::Entry>& entries,
                        const std::vector<infer::Hole>& holes) {
  Writer json;
  json.Object([&] {
    json.Field("version", kJsonVersion);
    json.Array("entries", entries, [&](const infer::Entry& entry) {
      json.Object([&] {
        json.Field("target", entry.target);
        json.Field("how", lint::Words(entry.how));
        json.Flag("assumed", entry.how.IsAssumed());
        json.Flag("fullgraph", entry.fullgraph);
        json.Flag("incomplete", entry.incomplete);
        json.Field("followed", lint::IsNotFollowed(entry) ? "no"
                               : entry.incomplete         ? "in part"
                                                          : "yes");
        const std::vector<std::string> missing = lint::NotFollowedOf(entry, holes);
        json.Array("not_followed", missing, [&](const std::string& one) { json.Text(one); });
        json.Optional("options", entry.options);
        if (!entry.location.file) return;
        json.Field("path", entry.location.file->path());
        WriteSpan(json, *entry.location.file, entry.location.span);
      });
    });
  });
  return json.Finish();
}

std::string RulesJson() {
  Writer json;
  json.Object([&] {
    json.Field("version", kJsonVersion);
    json.Array("rules", lint::Rules(), [&](const lint::Rule* rule) {
      json.Object([&] {
        json.Field("code", rule->code.text());
        json.Field("name", rule->name);
        json.Field("summary", rule->summary.text());
        json.Field("severity", SeverityName(rule->severity));
        json.Field("precision", lint::Slug(rule->precision));
        json.Field("since", rule->since);
        json.Array("gb_ids", rule->breaks, [&](const lint::GbId& id) { json.Text(id.text()); });
        json.Field("documentation", lint::Documentation(*rule));
      });
    });
  });
  return json.Finish();
}

}  // namespace graphmend::report
