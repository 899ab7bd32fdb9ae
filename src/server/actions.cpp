// Code actions: of findings under the cursor, and of a whole file.
//
//   quickfix                                mends or suppresses one finding
//   source.fixAll.graphmend                 makes all safe fixes of the file
//   source.organizeSuppressions.graphmend   removes comments that suppress nothing
//
// Those of a file take an analysis for each round of fixing, so a client that can resolve actions
// gets their edits only when it asks for them.
#include <algorithm>
#include <iterator>

#include "server/request.h"

namespace graphmend::server {
namespace {

constexpr std::string_view kQuickFix = "quickfix";

struct OfFile {
  FileAction action;
  std::string_view kind, title;
};
constexpr OfFile kOfFile[] = {
    {FileAction::FixAll, "source.fixAll.graphmend", "graphmend: apply all safe fixes"},
    {FileAction::OrganizeSuppressions, "source.organizeSuppressions.graphmend",
     "graphmend: remove comments that suppress nothing"}};

// A kind and all below it: "source" asks for "source.fixAll.graphmend", too.
bool Asks(std::string_view asked, std::string_view kind) {
  return kind.starts_with(asked) &&
         (asked.empty() || kind.size() == asked.size() || kind[asked.size()] == '.');
}

// What the context asks for by name; none: it says nothing of it.
std::optional<std::vector<std::string>> Only(const Value* context) {
  const Value* only = context ? Find(*context, "only") : nullptr;
  // Older clients (Neovim 0.7) send one kind by itself.
  if (auto kind = TextOf(only)) return std::vector{*std::move(kind)};
  if (!only || !only->IsArray()) return std::nullopt;
  std::vector<std::string> kinds;
  for (const Value& kind : only->GetArray())
    if (auto text = TextOf(&kind)) kinds.push_back(*std::move(text));
  return kinds;
}

void WriteEdit(Json& json, std::string_view uri, const std::vector<TextEdit>& edits) {
  json.Object("edit", [&] {
    json.Object("changes", [&] {
      json.Array(uri, edits, [&](const TextEdit& edit) {
        json.Object([&] {
          WriteRange(json, "range", edit.range);
          json.Field("newText", edit.text);
        });
      });
    });
  });
}

std::string QuickFix(std::string_view uri, const Finding& finding, const Action& action) {
  Json json;
  json.Object([&] {
    json.Field("title", action.title);
    json.Field("kind", kQuickFix);
    if (action.preferred) json.Flag("isPreferred", true);
    json.Key("diagnostics");
    json.Array(std::vector{&finding}, [&](const Finding* one) { WriteDiagnostic(json, *one); });
    WriteEdit(json, uri, action.edits);
  });
  return json.Finish();
}

// Without edits: for the client to resolve.
std::string ActionOfFile(std::string_view uri, const OfFile& one,
                         const std::vector<TextEdit>* edits) {
  Json json;
  json.Object([&] {
    json.Field("title", one.title);
    json.Field("kind", one.kind);
    json.Object("data", [&] { json.Field("uri", uri); });
    if (edits) WriteEdit(json, uri, *edits);
  });
  return json.Finish();
}

bool HasSafeFix(const FileFacts& facts, FileAction action) {
  for (const Finding& finding : facts.findings)
    for (const Action& fix : finding.actions)
      if (fix.preferred && (action == FileAction::FixAll || finding.unnecessary)) return true;
  return false;
}

}  // namespace

bool Overlap(const Range& a, const Range& b) { return a.start <= b.end && b.start <= a.end; }

std::string_view KindsOfActions() {
  return R"({"codeActionKinds":["quickfix","source.fixAll.graphmend",)"
         R"("source.organizeSuppressions.graphmend"],"resolveProvider":true})";
}

void Server::CodeAction(const Request& request) {
  Document* document = DocumentOf(request);
  std::optional<Range> range = ReadRange(request.Param("range"));
  if (!document || !range) return FailParameters(request, "a range in an open document is needed");
  const std::optional<std::vector<std::string>> only = Only(request.Param("context"));
  auto wants = [&](std::string_view kind, bool otherwise) {
    if (!only) return otherwise;
    return std::any_of(only->begin(), only->end(),
                       [&](const std::string& asked) { return Asks(asked, kind); });
  };
  const std::string& uri = working_on_;
  const FileFacts* facts = FactsOf(*document, uri);
  if (!facts) return FailOutdated(request);
  std::vector<std::string> actions;
  if (wants(kQuickFix, true)) actions = QuickFixes(*document, uri, *facts, *range);
  for (const OfFile& one : kOfFile) {
    if (!wants(one.kind, resolves_actions_) || !HasSafeFix(*facts, one.action)) continue;
    if (resolves_actions_) actions.push_back(ActionOfFile(uri, one, nullptr));
    else if (auto action = host_.ForFile(document->path, one.action))
      actions.push_back(ActionOfFile(uri, one, &action->edits));
  }
  if (IsOutdated()) return FailOutdated(request);
  Json json;
  json.Array(actions, [&](const std::string& action) { json.Raw(action); });
  Answer(request, json.Finish());
}

std::vector<std::string> Server::QuickFixes(const Document& document, std::string_view uri,
                                            const FileFacts& facts, const Range& range) {
  // Each comment that suppresses takes a text of its own; where a range holds many findings, the
  // first ones get it.
  constexpr std::size_t kMostSuppressions = 16;
  std::vector<std::string> actions;
  std::size_t suppressions = 0;
  for (const Finding& finding : facts.findings) {
    if (!Overlap(finding.range, range)) continue;
    for (const Action& action : finding.actions) actions.push_back(QuickFix(uri, finding, action));
    if (!finding.can_be_suppressed || ++suppressions > kMostSuppressions) continue;
    if (auto suppression = host_.Suppression(document.path, finding))
      actions.push_back(QuickFix(uri, finding, *suppression));
  }
  return actions;
}

void Server::ResolveAction(const Request& request) {
  std::optional<std::string> kind = TextOf(request.Param("kind"));
  const Value* data = request.Param("data");
  std::optional<std::string> uri = data ? TextOf(Find(*data, "uri")) : std::nullopt;
  auto document = uri ? documents_.find(*uri) : documents_.end();
  const auto of_file = std::find_if(std::begin(kOfFile), std::end(kOfFile),
                                    [&](const OfFile& one) { return kind && one.kind == *kind; });
  if (of_file == std::end(kOfFile) || document == documents_.end())
    return FailParameters(request, "an action of an open document is needed");
  working_on_ = *uri;
  const std::optional<Action> action = host_.ForFile(document->second.path, of_file->action);
  if (IsOutdated()) return FailOutdated(request);
  const std::vector<TextEdit> none;
  Answer(request, ActionOfFile(*uri, *of_file, action ? &action->edits : &none));
}

}  // namespace graphmend::server
