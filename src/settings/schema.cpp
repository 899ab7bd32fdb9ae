// What the table of settings says of itself: the JSON schema and the reference.
#include <set>

#include "diag/json_writer.h"
#include "lint/rule.h"
#include "settings/table.h"

namespace graphmend::settings {
namespace {

using Json = diag::JsonWriter<diag::JsonLayout::Indented>;

void WriteText(Json& json, const Setting& setting) {
  json.Field("type", "string");
  if (!setting.choices.empty())
    json.Array("enum", setting.choices, [&](std::string_view choice) { json.Text(choice); });
}

void WriteList(Json& json, const Setting& setting) {
  json.Field("type", "array");
  json.Object("items", [&] { WriteText(json, setting); });
}

void WriteProperty(Json& json, const Setting& setting) {
  json.Field("description", std::string(setting.summary) + ".");
  switch (setting.type) {
    case Type::Flag:
      json.Field("type", "boolean");
      json.Flag("default", setting.fallback == "true");
      return;
    case Type::Text: {
      WriteText(json, setting);
      if (!setting.fallback.empty())
        json.Field("default", setting.fallback.substr(1, setting.fallback.size() - 2));
      return;
    }
    case Type::List: return WriteList(json, setting);
    case Type::TextTable:
      json.Field("type", "object");
      json.Object("additionalProperties", [&] { WriteText(json, setting); });
      return;
    case Type::ListTable: break;
  }
  json.Field("type", "object");
  json.Object("additionalProperties", [&] { WriteList(json, setting); });
}

void WriteProperties(Json& json, std::string_view prefix) {
  std::set<std::string_view> groups;
  json.Field("type", "object");
  json.Flag("additionalProperties", false);
  json.Object("properties", [&] {
    for (const Setting& setting : Settings()) {
      if (!setting.key.starts_with(prefix)) continue;
      std::string_view name = setting.key.substr(prefix.size());
      std::size_t dot = name.find('.');
      if (dot == std::string_view::npos) {
        json.Object(name, [&] { WriteProperty(json, setting); });
      } else if (groups.insert(name.substr(0, dot)).second) {
        std::string inner = std::string(setting.key.substr(0, prefix.size() + dot + 1));
        json.Object(name.substr(0, dot), [&] { WriteProperties(json, inner); });
      }
    }
    if (prefix.empty()) json.Object(kReadByPackage, [&] { json.Field("type", "object"); });
  });
}

}  // namespace

std::string JsonSchema() {
  Json json;
  json.Object([&] {
    json.Field("$schema", "http://json-schema.org/draft-07/schema#");
    json.Field("title", "graphmend settings");
    json.Field("description",
               "graphmend.toml; [tool.graphmend] of pyproject.toml has the same shape.");
    WriteProperties(json, "");
  });
  return json.Finish();
}

std::string Reference() {
  std::string text =
      "# Settings\n\nSettings are in `graphmend.toml`, or in `[tool.graphmend]` of "
      "`pyproject.toml`; all of `graphmend.toml` may also be below that heading. For each file the "
      "nearest of these applies, upward from the file; in one directory `graphmend.toml` wins. "
      "Paths and patterns are relative to the file that holds them; a path in `baseline`, "
      "`cache-dir`, `python` or `stubs` leads to something below that file's folder, and other "
      "places can only be named on the command line. `--config KEY=VALUE` overrides the file, and "
      "the options of the command line override both. `graphmend config` shows what is in force, "
      "and where it comes from.\n";
  for (const Setting& setting : Settings()) {
    text += "\n## " + std::string(setting.key) + "\n\n" + std::string(setting.summary) + ".\n\n";
    if (!setting.choices.empty()) {
      text += "- one of";
      for (std::string_view choice : setting.choices)
        text += (choice == setting.choices.front() ? " `" : ", `") + std::string(choice) + "`";
      text += "\n";
    }
    if (!setting.fallback.empty()) text += "- default: `" + std::string(setting.fallback) + "`\n";
    text += "- example: `" + std::string(setting.key) + " = " + std::string(setting.example) +
            "`\n- applies to: " +
            (setting.scope == Scope::File ? "the files below it" : "the whole run that finds it") +
            "\n";
  }
  return text;
}

}  // namespace graphmend::settings
