// Diagnostics for clients that pull them: of one document at once; of the workspace after it has
// been looked at anew, if something is new then, so the request waits here. What is typed is no
// reason to go through the workspace: the client pulls that document by itself.
#include <cstdio>

#include "base/digest.h"
#include "server/request.h"

namespace graphmend::server {
namespace {

std::string Items(const FileFacts& facts) {
  Json json;
  json.Array(facts.findings, [&](const Finding& finding) { WriteDiagnostic(json, finding); });
  return json.Finish();
}

// By which the client knows what it has.
std::string IdOf(std::string_view items) {
  char id[17];
  std::snprintf(id, sizeof id, "%016llx", static_cast<unsigned long long>(base::Digest(items)));
  return id;
}

void WriteReport(Json& json, std::string_view items, std::string_view id) {
  json.Field("kind", "full");
  json.Field("resultId", id);
  json.Raw("items", items);
}

// What the client had of each document, by URI.
std::map<std::string, std::string> Before(const Value& params) {
  std::map<std::string, std::string> ids;
  const Value* list = Find(params, "previousResultIds");
  if (!list || !list->IsArray()) return ids;
  for (const Value& one : list->GetArray()) {
    auto uri = TextOf(Find(one, "uri")), id = TextOf(Find(one, "value"));
    if (uri && id) ids.emplace(*std::move(uri), *std::move(id));
  }
  return ids;
}

}  // namespace

void Server::Pull(const Request& request) {
  Document* document = DocumentOf(request);
  if (!document) return FailParameters(request, "this document is not open");
  const FileFacts* facts = FactsOf(*document, working_on_);
  if (!facts) return FailOutdated(request);
  const std::string items = Items(*facts), id = IdOf(items);
  const bool known = TextOf(request.Param("previousResultId")) == id;
  Json json;
  json.Object([&] {
    if (!known) return WriteReport(json, items, id);
    json.Field("kind", "unchanged");
    json.Field("resultId", id);
  });
  Answer(request, json.Finish());
}

void Server::PullWorkspace(const Request& request) {
  // One waits at a time: the client has given up the one before.
  if (pull_) Answer(pull_->id, R"({"items":[]})");
  pull_ = std::make_unique<WaitingPull>(WaitingPull{request.id, Before(request.Params())});
  pull_is_due_ = true;
}

void Server::AnswerPull() {
  if (!pull_) return;
  if (cancelled_.contains(pull_->id)) {
    Fail(pull_->id, kCancelled, "cancelled");
    pull_.reset();
    return;
  }
  if (!pull_is_due_ || !was_refreshed_ || host_.IsRefreshing()) return;
  pull_is_due_ = false;
  static const FileFacts none;
  std::vector<std::string> reports;
  auto report = [&](const std::string& uri, const FileFacts& facts) {
    const std::string items = Items(facts), id = IdOf(items);
    auto before = pull_->ids.find(uri);
    if (before == pull_->ids.end() ? facts.findings.empty() : before->second == id) return;
    auto document = documents_.find(uri);
    Json json;
    json.Object([&] {
      json.Field("uri", uri);
      const bool has_version = document != documents_.end() && document->second.version;
      json.Raw("version", has_version ? std::to_string(*document->second.version) : "null");
      WriteReport(json, items, id);
    });
    reports.push_back(json.Finish());
  };
  for (const auto& [uri, facts] : facts_) {
    // What is typed into right now is pulled by itself.
    auto document = documents_.find(uri);
    if (document == documents_.end() || !document->second.dirty) report(uri, facts);
  }
  for (const auto& [uri, id] : pull_->ids)
    if (!facts_.contains(uri)) report(uri, none);
  if (reports.empty()) return;
  Json json;
  json.Object(
      [&] { json.Array("items", reports, [&](const std::string& one) { json.Raw(one); }); });
  Answer(pull_->id, json.Finish());
  pull_.reset();
}

}  // namespace graphmend::server
