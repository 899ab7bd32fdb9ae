#include <algorithm>
#include <array>
#include <vector>

#include "lint/rule.h"
#include "sarif/parts.h"

namespace graphmend::sarif {
namespace {

constexpr std::size_t kLongestDescription = 1024;  // GitHub's limit for short and full descriptions
// What the findings are about, by PyTorch.
constexpr std::string_view kInformation =
    "https://meta-pytorch.github.io/compile-graph-break-site/";
constexpr std::size_t kMostTags = 10;  // GitHub keeps ten

// SARIF names rules in Pascal case: "branch-on-tensor" is BranchOnTensor.
std::string PascalCase(std::string_view name) {
  std::string pascal;
  bool start = true;
  for (char c : name) {
    if (c != '-') pascal += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    start = c == '-';
  }
  return pascal;
}

// The first paragraph of the page's first section, on one line; empty where there is none.
std::string FirstParagraph(std::string_view page) {
  std::string paragraph;
  while (!page.empty()) {
    std::string_view line = page.substr(0, page.find('\n'));
    page.remove_prefix(std::min(page.size(), line.size() + 1));
    bool text = !line.empty() && line[0] != '#' && !line.starts_with("```");
    if (!text && !paragraph.empty()) break;
    if (!text) continue;
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += line;
  }
  if (paragraph.size() <= kLongestDescription) return paragraph;
  std::size_t stop = paragraph.rfind(". ", kLongestDescription - 1);
  return stop == std::string::npos ? std::string() : paragraph.substr(0, stop + 1);
}

std::string Markdown(const lint::Rule& rule) {
  std::string markdown(lint::Documentation(rule));
  if (markdown.empty()) markdown = Sentence(rule.summary.text()) + "\n";
  if (rule.breaks.empty()) return markdown;
  markdown += "\n## PyTorch's pages on these breaks\n\n";
  for (const lint::GbId& id : rule.breaks)
    markdown += "- [" + std::string(id.text()) + "](" + lint::GbPage(id.text()) + ")\n";
  return markdown;
}

std::string_view ProblemSeverity(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return "error";
    case diag::Severity::Warning: return "warning";
    case diag::Severity::Note: break;
  }
  return "recommendation";
}

void WriteProperties(Json& json, const lint::Rule& rule) {
  std::vector<std::string> tags = {"pytorch", "torch-compile", "graph-break"};
  std::vector<std::string> gb_ids;
  for (const lint::GbId& id : rule.breaks) gb_ids.emplace_back(id.text());
  for (const std::string& id : gb_ids)
    if (tags.size() < kMostTags) tags.push_back(id);
  auto text = [&](const std::string& item) { json.Text(item); };
  json.Object("properties", [&] {
    json.Field("precision", lint::Slug(rule.precision));
    json.Field("problem.severity", ProblemSeverity(rule.severity));
    json.Array("tags", tags, text);
    json.Array("gbIds", gb_ids, text);
    json.Field("since", rule.since);
  });
}

void WriteRule(Json& json, const lint::Rule& rule) {
  std::string summary = Sentence(rule.summary.text());
  std::string full = FirstParagraph(lint::Documentation(rule));
  std::string markdown = Markdown(rule);
  json.Object([&] {
    json.Field("id", rule.code.text());
    json.Field("name", PascalCase(rule.name));
    WriteMessage(json, "shortDescription", summary);
    WriteMessage(json, "fullDescription", full.empty() ? summary : full);
    json.Object("help", [&] {
      json.Field("text", markdown);
      json.Field("markdown", markdown);
    });
    if (!rule.breaks.empty()) json.Field("helpUri", lint::GbPage(rule.breaks.front().text()));
    json.Object("defaultConfiguration", [&] {
      json.Field("level", LevelOf(rule.severity));
      if (rule.on_request) json.Flag("enabled", false);
    });
    WriteProperties(json, rule);
  });
}

struct NotificationKind {
  std::string_view id, name, text, help;
};

constexpr std::array kNotifications = {
    NotificationKind{"GM000", "InternalError",
                     "A bug in graphmend kept part of the code from being analysed.",
                     "Please report it with the file. The other files were analysed."},
    NotificationKind{"unusable-file", "UnusableFile", "A file could not be used and was skipped.",
                     "Make it readable, and save it as UTF-8 or with its encoding declared."},
    NotificationKind{"incomplete-analysis", "IncompleteAnalysis",
                     "Part of the code was not analysed.",
                     "Findings elsewhere hold; the part that is named may break without one."},
    NotificationKind{"not-followed", "NotFollowed", "A call in compiled code was not followed.",
                     "There may be graph breaks behind it that are not reported."},
    NotificationKind{"nothing-compiled", "NothingCompiled",
                     "Nothing is compiled, so no finding does not mean no graph break.",
                     "`graphmend entries` lists what is treated as compiled; "
                     "`--assume-compiled=modules` adds every nn.Module.forward."},
};

}  // namespace

void WriteDriver(Json& json, const Options& options) {
  json.Object("driver", [&] {
    json.Field("name", "graphmend");
    json.Field("version", options.tool_version);
    json.Field("semanticVersion", options.tool_version);
    json.Field("informationUri", kInformation);
    json.Array("rules", lint::Rules(), [&](const lint::Rule* rule) { WriteRule(json, *rule); });
    json.Array("notifications", kNotifications, [&](const NotificationKind& kind) {
      json.Object([&] {
        json.Field("id", kind.id);
        json.Field("name", kind.name);
        WriteMessage(json, "shortDescription", kind.text);
        WriteMessage(json, "fullDescription", kind.text);
        WriteMessage(json, "help", kind.help);
      });
    });
  });
}

}  // namespace graphmend::sarif
