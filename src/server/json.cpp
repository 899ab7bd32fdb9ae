#include "server/json.h"

#include <rapidjson/writer.h>

namespace graphmend::server {

std::optional<std::string> TextOf(const Value* value) {
  if (!value || !value->IsString()) return std::nullopt;
  return std::string(value->GetString(), value->GetStringLength());
}

bool IsTrue(const Value* value) { return value && value->IsTrue(); }

std::optional<Position> ReadPosition(const Value* value) {
  if (!value) return std::nullopt;
  const Value* line = Find(*value, "line");
  const Value* character = Find(*value, "character");
  if (!line || !character || !line->IsUint() || !character->IsUint()) return std::nullopt;
  return Position{line->GetUint(), character->GetUint()};
}

std::optional<Range> ReadRange(const Value* value) {
  if (!value) return std::nullopt;
  std::optional<Position> start = ReadPosition(Find(*value, "start"));
  std::optional<Position> end = ReadPosition(Find(*value, "end"));
  if (!start || !end) return std::nullopt;
  return Range{*start, *end};
}

std::string Serialized(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

void WritePosition(Json& json, std::string_view key, Position position) {
  json.Object(key, [&] {
    json.Field("line", position.line);
    json.Field("character", position.character);
  });
}

void WriteRange(Json& json, std::string_view key, const Range& range) {
  json.Object(key, [&] {
    WritePosition(json, "start", range.start);
    WritePosition(json, "end", range.end);
  });
}

void WriteDiagnostic(Json& json, const Finding& finding) {
  json.Object([&] {
    WriteRange(json, "range", finding.range);
    json.Field("severity", static_cast<std::uint64_t>(finding.severity));
    json.Field("code", finding.code);
    if (!finding.url.empty())
      json.Object("codeDescription", [&] { json.Field("href", finding.url); });
    json.Field("source", "graphmend");
    json.Field("message", finding.message);
    if (finding.unnecessary) json.Raw("tags", "[1]");
    json.Array("relatedInformation", finding.related, [&](const Related& related) {
      json.Object([&] {
        json.Object("location", [&] {
          json.Field("uri", UriOf(related.path));
          WriteRange(json, "range", related.range);
        });
        json.Field("message", related.message);
      });
    });
  });
}

}  // namespace graphmend::server
