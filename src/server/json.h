// JSON between the server and its client: looking into what may be of any shape, and writing the
// structures of LSP.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

#include "diag/json_writer.h"
#include "server/host.h"

namespace graphmend::server {

using Json = diag::JsonWriter<diag::JsonLayout::Compact>;
using Value = rapidjson::Value;

// The member, however deep ("textDocument", "uri"); null where there is none.
template <class... Keys>
const Value* Find(const Value& value, std::string_view key, Keys... more) {
  if (!value.IsObject()) return nullptr;
  auto member = value.FindMember(
      Value(rapidjson::StringRef(key.data(), static_cast<rapidjson::SizeType>(key.size()))));
  if (member == value.MemberEnd()) return nullptr;
  if constexpr (sizeof...(more) == 0) return &member->value;
  else return Find(member->value, more...);
}

std::optional<std::string> TextOf(const Value* value);
bool IsTrue(const Value* value);
std::optional<Position> ReadPosition(const Value* value);
std::optional<Range> ReadRange(const Value* value);

// `value` as JSON text.
std::string Serialized(const Value& value);

void WritePosition(Json& json, std::string_view key, Position position);
void WriteRange(Json& json, std::string_view key, const Range& range);
void WriteDiagnostic(Json& json, const Finding& finding);

}  // namespace graphmend::server
