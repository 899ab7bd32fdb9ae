// What the server says of one document: published, hovered over, shown within and above the lines.
#include "server/request.h"

namespace graphmend::server {
void Server::Publish(const std::string& uri) {
  static const FileFacts none;
  auto facts = facts_.find(uri);
  const FileFacts& file = facts == facts_.end() ? none : facts->second;
  if (file.findings.empty() && !published_.contains(uri) && !documents_.contains(uri)) return;
  auto document = documents_.find(uri);
  Json json;
  json.Object([&] {
    json.Field("uri", uri);
    if (document != documents_.end() && document->second.version)
      json.Raw("version", std::to_string(*document->second.version));
    json.Array("diagnostics", file.findings,
               [&](const Finding& finding) { WriteDiagnostic(json, finding); });
  });
  Notify("textDocument/publishDiagnostics", json.Finish());
  if (document != documents_.end()) document->second.shown = true;
  if (file.findings.empty()) published_.erase(uri);
  else published_.insert(uri);
}

void Server::Hover(const Request& request) {
  Document* document = DocumentOf(request);
  std::optional<Position> position = ReadPosition(request.Param("position"));
  if (!document || !position)
    return FailParameters(request, "a position in an open document is needed");
  const FileFacts* facts = FactsOf(*document, working_on_);
  if (!facts) return FailOutdated(request);
  std::string markdown;
  std::optional<Range> range;
  auto add = [&](const std::string& text, const Range& at) {
    markdown += (markdown.empty() ? "" : "\n\n---\n\n") + text;
    if (!range) range = at;
  };
  for (const Finding& finding : facts->findings)
    if (Overlap(finding.range, {*position, *position}))
      add(hovers_briefly_ ? finding.brief : finding.markdown, finding.range);
  if (const std::optional<Known> known = host_.KnownAt(document->path, *position))
    add(known->markdown, known->range);
  if (IsOutdated()) return FailOutdated(request);
  if (!range) return Answer(request, "null");
  Json json;
  json.Object([&] {
    json.Object("contents", [&] {
      json.Field("kind", "markdown");
      json.Field("value", markdown);
    });
    WriteRange(json, "range", *range);
  });
  Answer(request, json.Finish());
}

// Above what is compiled: how often it breaks, unless that stands beside it as a hint; and, for a
// client that has the command, a way to see it on the real compiler.
void Server::CodeLens(const Request& request) {
  Document* document = DocumentOf(request);
  if (!document) return FailParameters(request, "this document is not open");
  const FileFacts* facts = FactsOf(*document, working_on_);
  if (!facts) return FailOutdated(request);
  std::vector<std::string> lenses;
  for (const Compiled& compiled : facts->compiled) {
    auto lens = [&](std::string_view title, std::string_view command, auto arguments) {
      Json json;
      json.Object([&] {
        WriteRange(json, "range", compiled.range);
        json.Object("command", [&] {
          json.Field("title", title);
          json.Field("command", command);
          arguments(json);
        });
      });
      lenses.push_back(json.Finish());
    };
    if (!hints_ || compiled.assumed) lens(compiled.count, "", [](Json&) {});
    if (!validates_ || !compiled.validation) continue;
    lens("validate", kValidate, [&](Json& json) {
      json.ArrayOfOne("arguments", [&] {
        json.Field("entry", compiled.validation->entry);
        json.Field("folder", compiled.validation->folder);
      });
    });
  }
  Json json;
  json.Array(lenses, [&](const std::string& lens) { json.Raw(lens); });
  Answer(request, json.Finish());
}

void Server::InlayHint(const Request& request) {
  Document* document = DocumentOf(request);
  std::optional<Range> range = ReadRange(request.Param("range"));
  if (!document || !range) return FailParameters(request, "a range in an open document is needed");
  const FileFacts* facts = FactsOf(*document, working_on_);
  if (!facts) return FailOutdated(request);
  std::vector<const Compiled*> shown;
  for (const Compiled& compiled : facts->compiled)
    if (!compiled.assumed && Overlap(compiled.range, *range)) shown.push_back(&compiled);
  Json json;
  json.Array(shown, [&](const Compiled* compiled) {
    json.Object([&] {
      WritePosition(json, "position", compiled->range.end);
      json.Field("label", compiled->count);
      json.Flag("paddingLeft", true);
      json.Field("tooltip", compiled->tooltip);
    });
  });
  Answer(request, json.Finish());
}

}  // namespace graphmend::server
