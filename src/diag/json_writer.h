// Writing JSON with each field named where it is written; shared by the JSON and SARIF reports.
// Text that is not UTF-8 (file names may hold anything) is made so, and what would steer a terminal
// that shows it is escaped.
#pragma once

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/utf8.h"
#include "base/visible.h"

namespace graphmend::diag {

enum class JsonLayout { Compact, Indented };

template <JsonLayout layout>
class JsonWriter {
 public:
  JsonWriter() : json_(buffer_) {
    if constexpr (layout == JsonLayout::Indented) json_.SetIndent(' ', 2);
  }

  void Key(std::string_view key) { json_.Key(key.data(), Size(key)); }
  void Text(std::string_view text) {
    std::string valid = base::ToValidUtf8(text);
    json_.String(valid.data(), Size(valid));
  }
  void Field(std::string_view key, std::string_view text) { Key(key), Text(text); }
  void Field(std::string_view key, const char* text) { Field(key, std::string_view(text)); }
  void Field(std::string_view key, std::uint64_t number) { Key(key), json_.Uint64(number); }
  void Flag(std::string_view key, bool value) { Key(key), json_.Bool(value); }
  // JSON that is written already.
  void Raw(std::string_view json) {
    json_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
  }
  void Raw(std::string_view key, std::string_view json) { Key(key), Raw(json); }
  // A field that is null where there is no text.
  void Optional(std::string_view key, std::string_view text) {
    Key(key);
    if (text.empty()) json_.Null();
    else Text(text);
  }

  template <class Body>
  void Object(Body body) {
    json_.StartObject();
    body();
    json_.EndObject();
  }
  template <class Body>
  void Object(std::string_view key, Body body) {
    Key(key), Object(body);
  }

  // An array of one object, as SARIF has many.
  template <class Body>
  void ArrayOfOne(std::string_view key, Body body) {
    Key(key);
    json_.StartArray();
    Object(body);
    json_.EndArray();
  }
  template <class Items, class Body>
  void Array(const Items& items, Body body) {
    json_.StartArray();
    for (const auto& item : items) body(item);
    json_.EndArray();
  }
  template <class Items, class Body>
  void Array(std::string_view key, const Items& items, Body body) {
    Key(key), Array(items, body);
  }

  std::string Finish() const {
    return base::VisibleJson({buffer_.GetString(), buffer_.GetSize()}) + "\n";
  }

 private:
  using Backend = std::conditional_t<layout == JsonLayout::Indented,
                                     rapidjson::PrettyWriter<rapidjson::StringBuffer>,
                                     rapidjson::Writer<rapidjson::StringBuffer>>;

  static rapidjson::SizeType Size(std::string_view text) {
    return static_cast<rapidjson::SizeType>(text.size());
  }

  rapidjson::StringBuffer buffer_;
  Backend json_;
};

}  // namespace graphmend::diag
