// The table of settings: what each is called, which values it takes, what it does. Reading a file,
// checking it, `graphmend config`, the JSON schema and the reference are all made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/layer.h"

namespace graphmend::settings {

// The table that `graphmend validate` reads itself; python/graphmend/validation/request.py checks
// it.
inline constexpr std::string_view kReadByPackage = "validate";

enum class Type : std::uint8_t {
  Flag,       // true or false
  Text,       // a string
  List,       // strings
  TextTable,  // name → string
  ListTable,  // name → strings
};

// Whether a file's nearest settings decide, or those of the run.
enum class Scope : std::uint8_t { File, Run };

struct Setting {
  std::string_view key;  // "per-file-ignores", "dynamo.allow_rnn"
  Type type;
  Scope scope;
  std::string_view summary;   // one line, no full stop
  std::string_view fallback;  // what holds where nothing sets it, as TOML; empty: nothing
  std::string_view example;   // a value, as TOML
  std::span<const std::string_view> choices = {};  // of a text; empty: any, if `check` has no say
  // What is wrong with one string of the value, as "`x` is …"; null: nothing can be.
  std::optional<base::Error> (*check)(std::string_view text) = nullptr;
  // The same for the names of a table.
  std::optional<base::Error> (*check_name)(std::string_view name) = nullptr;
  // What a file may say of it: a path in a file stays below the folder of that file, and where a
  // report is written is said on the command line alone.
  enum class InFile : std::uint8_t { Anything, PathBelow, NoOutput } in_file = InFile::Anything;
};

// All settings, in the order of the reference.
std::span<const Setting> Settings();
const Setting* FindSetting(std::string_view key);

// What is wrong with `value` for `setting`; nothing: it may be taken.
std::optional<base::Error> CheckValue(const Setting& setting, const Value& value);

// As TOML writes it: `["GM1", "GM203"]`.
std::string ToToml(Type type, const Value& value);

// The JSON schema (draft 7) of `graphmend.toml`; `[tool.graphmend]` has the same shape.
std::string JsonSchema();

// The reference: a section for each setting, as Markdown.
std::string Reference();

}  // namespace graphmend::settings
