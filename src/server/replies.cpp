// What the server says, as JSON-RPC has it: answers, failures, notifications and questions.
#include "server/request.h"

namespace graphmend::server {
namespace {

template <class Body>
std::string JsonRpc(Body body) {
  Json json;
  json.Object([&] {
    json.Field("jsonrpc", "2.0");
    body(json);
  });
  return json.Finish();
}

}  // namespace

void Server::Answer(const Request& request, std::string_view result) { Answer(request.id, result); }

void Server::Answer(std::string_view id, std::string_view result) {
  if (id.empty()) return;
  output_.push_back(JsonRpc([&](Json& json) {
    json.Raw("id", id);
    json.Raw("result", result);
  }));
}

void Server::Fail(std::string_view id, int code, std::string_view message) {
  if (id.empty()) return;
  output_.push_back(JsonRpc([&](Json& json) {
    json.Raw("id", id);
    json.Object("error", [&] {
      json.Raw("code", std::to_string(code));
      json.Field("message", message);
    });
  }));
}

void Server::FailParameters(const Request& request, std::string_view message) {
  Fail(request.id, kInvalidParams, message);
}

void Server::FailOutdated(const Request& request) {
  if (cancelled_.contains(request.id)) Fail(request.id, kCancelled, "cancelled");
  else Fail(request.id, kContentModified, "the document has changed");
}

void Server::Notify(std::string_view method, std::string_view params) {
  output_.push_back(JsonRpc([&](Json& json) {
    json.Field("method", method);
    json.Raw("params", params);
  }));
}

void Server::Ask(std::string_view method, std::string_view params) {
  output_.push_back(JsonRpc([&](Json& json) {
    json.Field("id", "graphmend-" + std::to_string(next_id_++));
    json.Field("method", method);
    if (!params.empty()) json.Raw("params", params);
  }));
}

}  // namespace graphmend::server
