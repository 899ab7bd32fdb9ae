#include "server/server.h"

#include <algorithm>

#include "server/request.h"

namespace graphmend::server {
namespace {

// A pause in typing after which a document is analysed, and the wait for a refresh to end.
constexpr std::chrono::milliseconds kPause{25};
constexpr std::chrono::milliseconds kPoll{20};

constexpr std::string_view kWatchers = R"({"registrations":[{"id":"graphmend-files",)"
                                       R"("method":"workspace/didChangeWatchedFiles",)"
                                       R"("registerOptions":{"watchers":[)"
                                       R"({"globPattern":"**/*.{py,pyi,ipynb}"},)"
                                       R"({"globPattern":"**/{pyproject,graphmend}.toml"}]}}]})";

}  // namespace

Server::Server(Host& host, std::string version) : host_(host), version_(std::move(version)) {
  host_.SetStop([this] { return IsOutdated(); });
}
Server::~Server() = default;

// ---- messages -----------------------------------------------------------------------------------
void Server::Receive(std::string_view text) {
  auto request = std::make_unique<Request>();
  // Deep nesting must not end the program, so no recursion.
  request->message.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      text.data(), text.size());
  if (request->message.HasParseError()) return Fail("null", kParseError, "not valid JSON");
  const Value& message = request->message;
  if (!message.IsObject()) return Fail("null", kInvalidRequest, "no request");
  if (const Value* id = Find(message, "id"); id && (id->IsInt64() || id->IsString()))
    request->id = Serialized(*id);
  std::optional<std::string> method = TextOf(Find(message, "method"));
  if (!method) {
    // An answer to what the server asked; nothing depends on it.
    bool answer = Find(message, "result") || Find(message, "error");
    if (!answer) Fail(request->id.empty() ? "null" : request->id, kInvalidRequest, "no method");
    return;
  }
  request->method = *std::move(method);
  if (request->method == "$/cancelRequest") {
    if (const Value* id = request->Param("id"); id && (id->IsInt64() || id->IsString()))
      cancelled_.insert(Serialized(*id));
    return;
  }
  queue_.push_back(std::move(request));
}

void Server::Work(Clock::time_point now) {
  while (!queue_.empty() && !exit_status_) {
    std::unique_ptr<Request> request = std::move(queue_.front());
    queue_.pop_front();
    if (!request->id.empty() && cancelled_.erase(request->id) > 0) {
      Fail(request->id, kCancelled, "cancelled");
      continue;
    }
    id_ = request->id;
    Handle(*request);
    id_.clear();
    working_on_.clear();
  }
  if (exit_status_ || !initialized_) return;
  TakeRefreshed();
  AnswerPull();
  // What was cancelled too late has been answered.
  cancelled_.clear();
  for (auto& [uri, document] : documents_) {
    if (pulls_ || document.shown || now - document.changed_at < kPause) continue;
    if (FactsOf(document, uri)) Publish(uri);
    break;
  }
  TellMessages();
}

bool Server::IsOutdated() const {
  // Between requests, whatever has arrived comes first.
  if (id_.empty()) return !queue_.empty();
  if (cancelled_.contains(id_)) return true;
  return std::any_of(queue_.begin(), queue_.end(), [&](const std::unique_ptr<Request>& request) {
    return request->method == "textDocument/didChange" &&
           TextOf(Find(request->Params(), "textDocument", "uri")) == working_on_;
  });
}

std::optional<std::chrono::milliseconds> Server::Idle(Clock::time_point now) const {
  std::optional<std::chrono::milliseconds> idle;
  if (!queue_.empty()) return std::chrono::milliseconds(0);
  if (host_.IsRefreshing()) idle = kPoll;
  for (const auto& [uri, document] : documents_) {
    if (document.shown || pulls_) continue;
    auto left = std::chrono::ceil<std::chrono::milliseconds>(document.changed_at + kPause - now);
    left = std::max(left, std::chrono::milliseconds(0));
    idle = idle ? std::min(*idle, left) : left;
  }
  return idle;
}

Server::Handler Server::HandlerOf(std::string_view method) {
  static const std::map<std::string_view, Handler> handlers = {
      {"initialize", &Server::Initialize},
      {"initialized", &Server::Initialized},
      {"shutdown", &Server::Shutdown},
      {"exit", &Server::Exit},
      {"textDocument/didOpen", &Server::DidOpen},
      {"textDocument/didChange", &Server::DidChange},
      {"textDocument/didSave", &Server::DidSave},
      {"textDocument/didClose", &Server::DidClose},
      {"textDocument/diagnostic", &Server::Pull},
      {"workspace/diagnostic", &Server::PullWorkspace},
      {"textDocument/hover", &Server::Hover},
      {"textDocument/codeAction", &Server::CodeAction},
      {"codeAction/resolve", &Server::ResolveAction},
      {"textDocument/codeLens", &Server::CodeLens},
      {"textDocument/inlayHint", &Server::InlayHint},
      {"workspace/didChangeWatchedFiles", &Server::DidChangeFiles},
      {"workspace/didChangeConfiguration", &Server::DidChangeFiles},
      {"workspace/didChangeWorkspaceFolders", &Server::DidChangeFolders},
      {"$/setTrace", &Server::Ignore}};
  auto found = handlers.find(method);
  return found == handlers.end() ? nullptr : found->second;
}

void Server::Handle(const Request& request) {
  bool is_request = !request.id.empty();
  if (!initialized_ && request.method != "initialize" && request.method != "exit") {
    if (is_request) Fail(request.id, kNotInitialized, "`initialize` comes first");
    return;
  }
  if (shut_down_ && request.method != "exit") {
    if (is_request) Fail(request.id, kInvalidRequest, "the server has been shut down");
    return;
  }
  if (Handler handler = HandlerOf(request.method)) return (this->*handler)(request);
  if (is_request) Fail(request.id, kMethodNotFound, "`" + request.method + "` is not known here");
}

// ---- the session --------------------------------------------------------------------------------
void Server::Initialize(const Request& request) {
  if (initialized_) return Fail(request.id, kInvalidRequest, "`initialize` came before");
  initialized_ = true;
  const Value& params = request.Params();
  std::string encoding = "utf-16";
  if (const Value* offered = Find(params, "capabilities", "general", "positionEncodings");
      offered && offered->IsArray()) {
    // UTF-8 costs least, where there is a choice.
    for (const Value& one : offered->GetArray()) {
      if (TextOf(&one) != "utf-8") continue;
      encoding = "utf-8";
      unit_ = source::ColumnUnit::Bytes;
    }
  }
  host_.SetUnit(unit_);
  ReadClient(request);
  if (const Value* folders = Find(params, "workspaceFolders"); folders && folders->IsArray()) {
    for (const Value& folder : folders->GetArray())
      if (auto uri = TextOf(Find(folder, "uri"))) folders_.push_back(PathOf(*uri));
  } else if (auto root = TextOf(Find(params, "rootUri"))) {
    folders_.push_back(PathOf(*root));
  }
  host_.SetFolders(folders_);
  Json json;
  json.Object([&] {
    json.Object("capabilities", [&] {
      json.Field("positionEncoding", encoding);
      json.Raw("textDocumentSync", R"({"openClose":true,"change":2,"save":{"includeText":false}})");
      json.Raw("diagnosticProvider", R"({"identifier":"graphmend",)"
                                     R"("interFileDependencies":true,)"
                                     R"("workspaceDiagnostics":true})");
      json.Flag("hoverProvider", true);
      json.Flag("inlayHintProvider", true);
      json.Raw("codeActionProvider", KindsOfActions());
      json.Raw("codeLensProvider", R"({"resolveProvider":false})");
      json.Raw("workspace",
               R"({"workspaceFolders":{"supported":true,"changeNotifications":true}})");
    });
    json.Object("serverInfo", [&] {
      json.Field("name", "graphmend");
      json.Field("version", version_);
    });
  });
  Answer(request, json.Finish());
}

void Server::ReadClient(const Request& request) {
  const Value& params = request.Params();
  const Value* client = Find(params, "capabilities");
  auto has = [&](auto... keys) { return client && Find(*client, keys...); };
  auto can = [&](auto... keys) { return client && IsTrue(Find(*client, keys...)); };
  pulls_ = has("textDocument", "diagnostic");
  refreshes_ = can("workspace", "diagnostics", "refreshSupport");
  refreshes_lenses_ = can("workspace", "codeLens", "refreshSupport");
  watches_ = can("workspace", "didChangeWatchedFiles", "dynamicRegistration");
  hints_ = has("textDocument", "inlayHint");
  refreshes_hints_ = can("workspace", "inlayHint", "refreshSupport");
  auto in = [](const Value* list, std::string_view word) {
    if (!list || !list->IsArray()) return false;
    return std::any_of(list->Begin(), list->End(),
                       [&](const Value& one) { return TextOf(&one) == word; });
  };
  resolves_actions_ =
      client &&
      in(Find(*client, "textDocument", "codeAction", "resolveSupport", "properties"), "edit");
  hovers_briefly_ = IsTrue(Find(params, "initializationOptions", "hoverShowsDiagnostics"));
  validates_ = in(Find(params, "initializationOptions", "commands"), kValidate);
}

void Server::Initialized(const Request&) {
  if (watches_) Ask("client/registerCapability", kWatchers);
  Refresh();
}

void Server::Shutdown(const Request& request) {
  shut_down_ = true;
  if (pull_) Fail(pull_->id, kCancelled, "the server is shut down");
  pull_.reset();
  Answer(request, "null");
}

void Server::Exit(const Request&) { exit_status_ = shut_down_ ? 0 : 1; }

void Server::Ignore(const Request&) {}

// ---- documents ----------------------------------------------------------------------------------
Server::Document* Server::DocumentOf(const Request& request) {
  std::optional<std::string> uri = TextOf(Find(request.Params(), "textDocument", "uri"));
  auto found = uri ? documents_.find(*uri) : documents_.end();
  if (found == documents_.end()) return nullptr;
  working_on_ = *uri;
  return &found->second;
}

void Server::DidOpen(const Request& request) {
  const Value* opened = request.Param("textDocument");
  std::optional<std::string> uri = opened ? TextOf(Find(*opened, "uri")) : std::nullopt;
  std::optional<std::string> text = opened ? TextOf(Find(*opened, "text")) : std::nullopt;
  if (!uri || !text) return;
  Document& document = documents_[*uri];
  document = Document{};
  document.path = PathOf(*uri);
  document.text = Text(*std::move(text));
  if (const Value* version = Find(*opened, "version"); version && version->IsInt64())
    document.version = version->GetInt64();
  document.since_refresh = true;
  host_.SetBuffer(document.path, document.text.str());
}

void Server::DidChange(const Request& request) {
  Document* document = DocumentOf(request);
  const Value* changes = request.Param("contentChanges");
  if (!document || !changes || !changes->IsArray()) return;
  for (const Value& change : changes->GetArray()) {
    std::optional<std::string> text = TextOf(Find(change, "text"));
    if (!text) continue;
    if (std::optional<Range> range = ReadRange(Find(change, "range")))
      document->text.Apply(*range, *text, unit_);
    else if (!Find(change, "range")) document->text = Text(*std::move(text));
  }
  const Value* version = Find(request.Params(), "textDocument", "version");
  if (version && version->IsInt64()) document->version = version->GetInt64();
  document->dirty = document->since_refresh = true;
  document->shown = false;
  document->changed_at = Clock::now();
  host_.SetBuffer(document->path, document->text.str());
}

void Server::DidSave(const Request&) { Refresh(); }

void Server::DidClose(const Request& request) {
  std::optional<std::string> uri = TextOf(Find(request.Params(), "textDocument", "uri"));
  auto found = uri ? documents_.find(*uri) : documents_.end();
  if (found == documents_.end()) return;
  host_.DropBuffer(found->second.path);
  documents_.erase(found);
  facts_.erase(*uri);
  if (!pulls_) Publish(*uri);
  Refresh();
}

void Server::DidChangeFiles(const Request&) { Refresh(); }

void Server::DidChangeFolders(const Request& request) {
  const Value& params = request.Params();
  auto each = [&](std::string_view key, auto use) {
    const Value* list = Find(params, "event", key);
    if (!list || !list->IsArray()) return;
    for (const Value& folder : list->GetArray())
      if (auto uri = TextOf(Find(folder, "uri"))) use(PathOf(*uri));
  };
  each("removed", [&](const std::string& path) { std::erase(folders_, path); });
  each("added", [&](const std::string& path) { folders_.push_back(path); });
  host_.SetFolders(folders_);
  Refresh();
}

// ---- analysis -----------------------------------------------------------------------------------
const FileFacts* Server::FactsOf(Document& document, const std::string& uri) {
  if (document.dirty) {
    std::optional<FileFacts> facts = host_.Analyse(document.path);
    if (!facts) return nullptr;
    facts_[uri] = *std::move(facts);
    document.dirty = false;
  }
  return &facts_[uri];
}

void Server::Refresh() {
  for (auto& [uri, document] : documents_) document.since_refresh = false;
  host_.Refresh();
}

void Server::TakeRefreshed() {
  auto refreshed = host_.TakeRefreshed();
  if (!refreshed) return;
  std::map<std::string, FileFacts> facts;
  // There are many ways to escape a path: what is open goes by the name that the client gave it.
  std::map<std::string_view, std::string_view> names;
  for (const auto& [uri, document] : documents_) names.emplace(document.path, uri);
  for (auto& [path, file] : *refreshed) {
    auto open = names.find(path);
    facts.emplace(open == names.end() ? UriOf(path) : open->second, std::move(file));
  }
  for (auto& [uri, document] : documents_) {
    if (document.since_refresh) {
      // Typed on meanwhile: what is shown stays until the document has been looked at again.
      facts[uri] = facts_[uri];
      document.dirty = true;
      document.shown = false;
    } else {
      document.dirty = false;
      facts.try_emplace(uri);
    }
  }
  facts_ = std::move(facts);
  was_refreshed_ = pull_is_due_ = true;
  if (pulls_) return AskToRefresh();
  std::set<std::string> stale = published_;
  for (const auto& [uri, file] : facts_) {
    stale.erase(uri);
    auto document = documents_.find(uri);
    if (document == documents_.end() || !document->second.dirty) Publish(uri);
  }
  for (const std::string& uri : stale) Publish(uri);
  AskToRefresh();
}

void Server::AskToRefresh() {
  if (pulls_ && refreshes_) Ask("workspace/diagnostic/refresh", "");
  if (refreshes_lenses_) Ask("workspace/codeLens/refresh", "");
  if (hints_ && refreshes_hints_) Ask("workspace/inlayHint/refresh", "");
}

void Server::TellMessages() {
  for (const Message& message : host_.TakeMessages()) {
    Json json;
    json.Object([&] {
      json.Field("type", message.is_error ? 1 : 2);
      json.Field("message", message.text);
    });
    Notify("window/showMessage", json.Finish());
  }
}

}  // namespace graphmend::server
