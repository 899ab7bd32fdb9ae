// What the server says of one document: published, pulled, hovered over, acted on.
#include "server/request.h"

namespace graphmend::server {
namespace {

constexpr int kInvalidParams = -32602;  // JSON-RPC's number

bool Overlap(const Range& a, const Range& b) { return a.start <= b.end && b.start <= a.end; }

}  // namespace

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
  if (file.findings.empty()) published_.erase(uri);
  else published_.insert(uri);
}

void Server::Pull(const Request& request) {
  Document* document = DocumentOf(request);
  if (!document) return Fail(request.id, kInvalidParams, "this document is not open");
  std::string uri = *TextOf(Find(request.Params(), "textDocument", "uri"));
  const FileFacts& facts = FactsOf(*document, uri);
  Json json;
  json.Object([&] {
    json.Field("kind", "full");
    json.Array("items", facts.findings,
               [&](const Finding& finding) { WriteDiagnostic(json, finding); });
  });
  Answer(request, json.Finish());
}

void Server::Hover(const Request& request) {
  Document* document = DocumentOf(request);
  std::optional<Position> position = ReadPosition(request.Param("position"));
  if (!document || !position)
    return Fail(request.id, kInvalidParams, "a position in an open document is needed");
  std::string uri = *TextOf(Find(request.Params(), "textDocument", "uri"));
  std::string markdown;
  std::optional<Range> range;
  for (const Finding& finding : FactsOf(*document, uri).findings) {
    if (!Overlap(finding.range, {*position, *position})) continue;
    markdown += (markdown.empty() ? "" : "\n\n---\n\n") + finding.markdown;
    if (!range) range = finding.range;
  }
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

void Server::CodeLens(const Request& request) {
  Document* document = DocumentOf(request);
  if (!document) return Fail(request.id, kInvalidParams, "this document is not open");
  std::string uri = *TextOf(Find(request.Params(), "textDocument", "uri"));
  Json json;
  json.Array(FactsOf(*document, uri).lenses, [&](const Lens& lens) {
    json.Object([&] {
      WriteRange(json, "range", lens.range);
      json.Object("command", [&] {
        json.Field("title", lens.title);
        json.Field("command", "");
      });
    });
  });
  Answer(request, json.Finish());
}

void Server::CodeAction(const Request& request) {
  Document* document = DocumentOf(request);
  std::optional<Range> range = ReadRange(request.Param("range"));
  if (!document || !range)
    return Fail(request.id, kInvalidParams, "a range in an open document is needed");
  std::string uri = *TextOf(Find(request.Params(), "textDocument", "uri"));
  std::vector<std::pair<const Finding*, Action>> actions;
  for (const Finding& finding : FactsOf(*document, uri).findings) {
    if (!Overlap(finding.range, *range)) continue;
    for (const Action& action : finding.actions) actions.push_back({&finding, action});
    if (!finding.can_be_suppressed) continue;
    if (auto suppression = host_.Suppression(document->path, finding))
      actions.push_back({&finding, *std::move(suppression)});
  }
  Json json;
  json.Array(actions, [&](const auto& pair) {
    const auto& [finding, action] = pair;
    json.Object([&] {
      json.Field("title", action.title);
      json.Field("kind", "quickfix");
      if (action.preferred) json.Flag("isPreferred", true);
      json.Key("diagnostics");
      json.Array(std::vector{finding}, [&](const Finding* one) { WriteDiagnostic(json, *one); });
      json.Object("edit", [&] {
        json.Object("changes", [&] {
          json.Array(uri, action.edits, [&](const TextEdit& edit) {
            json.Object([&] {
              WriteRange(json, "range", edit.range);
              json.Field("newText", edit.text);
            });
          });
        });
      });
    });
  });
  Answer(request, json.Finish());
}

}  // namespace graphmend::server
