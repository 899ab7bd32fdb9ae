// A parsed message, as the parts of the server share it; not for use outside this folder.
#pragma once

#include <string>

#include "server/json.h"
#include "server/server.h"

namespace graphmend::server {

// JSON-RPC's and LSP's numbers.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kNotInitialized = -32002;
constexpr int kCancelled = -32800;
constexpr int kContentModified = -32801;

// The client's command that runs `graphmend validate` in a terminal.
constexpr std::string_view kValidate = "graphmend.validate";

struct Server::Request {
  rapidjson::Document message;
  std::string method;
  std::string id;  // as JSON; empty: a notification

  const Value* Param(std::string_view key) const {
    const Value* params = Find(message, "params");
    return params ? Find(*params, key) : nullptr;
  }
  const Value& Params() const {
    static const Value nothing;
    const Value* params = Find(message, "params");
    return params ? *params : nothing;
  }
};

// Both ends belong to a range: a cursor behind a name is still on it.
bool Overlap(const Range& a, const Range& b);
// What the server says of itself: which code actions there are.
std::string_view KindsOfActions();

}  // namespace graphmend::server
