// A parsed message, as the parts of the server share it; not for use outside this folder.
#pragma once

#include <string>

#include "server/json.h"
#include "server/server.h"

namespace graphmend::server {

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

}  // namespace graphmend::server
