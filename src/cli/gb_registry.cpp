#include "cli/gb_registry.h"

#include <rapidjson/document.h>

#include "base/check.h"
#include "rules/embedded.h"

namespace graphmend::cli {

GbRegistry::GbRegistry() {
  std::string_view text = rules::EmbeddedText("gb_registry.json");
  rapidjson::Document document;
  document.Parse(text.data(), text.size());
  bool sound = !document.HasParseError() && document.IsObject() && document.HasMember("torch") &&
               document.HasMember("ids") && document["ids"].IsObject();
  GM_CHECK(sound, "rules/gb_registry.json is not the registry");
  release_ = document["torch"].GetString();
  for (const auto& [id, title] : document["ids"].GetObject())
    titles_.emplace(id.GetString(), title.GetString());
}

std::optional<std::string> GbRegistry::Title(const std::string& id) const {
  auto found = titles_.find(id);
  if (found == titles_.end()) return std::nullopt;
  return found->second;
}

}  // namespace graphmend::cli
