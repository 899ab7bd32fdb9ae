#include "settings/resolve.h"

#include <algorithm>
#include <filesystem>

#include "base/path.h"
#include "lint/select.h"
#include "settings/release.h"
#include "settings/table.h"

namespace graphmend::settings {
namespace {

using Words = std::vector<std::string>;

const Words* ListOf(const Layer& layer, std::string_view key) {
  auto found = layer.items.find(key);
  return found == layer.items.end() ? nullptr : std::get_if<Words>(&found->second.value);
}

// `select` starts afresh; the other two change what the layers below say.
void ApplyLayer(const Layer& layer, std::vector<bool>& on) {
  const Words none;
  const Words* select = ListOf(layer, "select");
  const Words* extend = ListOf(layer, "extend-select");
  const Words* ignore = ListOf(layer, "ignore");
  for (std::size_t i = 0; i < on.size(); ++i) {
    const lint::Rule& rule = *lint::Rules()[i];
    int selected = std::max(lint::Exactness(select ? *select : none, rule),
                            lint::Exactness(extend ? *extend : none, rule));
    int ignored = lint::Exactness(ignore ? *ignore : none, rule);
    // Equal ones: ignored. Where neither speaks, the layers below hold.
    if (selected > 0 || ignored > 0) {
      if (selected > ignored) on[i] = true;
      else if (ignored > selected || selected > 0) on[i] = false;
    } else if (select) {
      on[i] = false;
    }
  }
}

void ApplySeverities(const Stack& stack, RuleTable& table) {
  for (const auto& layer : stack.layers()) {
    auto found = layer->items.find("severity");
    if (found == layer->items.end()) continue;
    const Table& rows = std::get<Table>(found->second.value);
    for (std::size_t i = 0; i < table.on.size(); ++i) {
      int best = 0;
      for (const auto& [selector, level] : rows) {
        int exactness = lint::Exactness({selector}, *lint::Rules()[i]);
        if (exactness <= best) continue;
        best = exactness;
        table.severity[i] = SeverityCalled(level.front());
        if (level.front() == "off") table.on[i] = false;
      }
    }
  }
}

}  // namespace

std::optional<diag::Severity> SeverityCalled(std::string_view name) {
  if (name == "error") return diag::Severity::Error;
  if (name == "warning") return diag::Severity::Warning;
  if (name == "note") return diag::Severity::Note;
  return std::nullopt;
}

RuleTable Rules(const Stack& stack) {
  RuleTable table;
  for (const lint::Rule* rule : lint::Rules()) table.on.push_back(!rule->on_request);
  table.severity.resize(table.on.size());
  for (const auto& layer : stack.layers()) ApplyLayer(*layer, table.on);
  ApplySeverities(stack, table);
  table.least = SeverityCalled(Text(stack, "min-severity")).value_or(diag::Severity::Note);
  return table;
}

std::vector<bool> RulesNamed(const std::vector<std::string>& selectors) {
  std::vector<bool> named;
  for (const lint::Rule* rule : lint::Rules())
    named.push_back(lint::Exactness(selectors, *rule) > 0);
  return named;
}

infer::Options AnalysisOptions(const Stack& stack) {
  infer::Options options;
  if (base::Result<infer::Release> release = ParseRelease(Text(stack, "target-torch")))
    options.target = *release;
  std::string assume = Text(stack, "assume-compiled");
  options.assume = assume == "modules"    ? infer::AssumeCompiled::Modules
                   : assume == "public"   ? infer::AssumeCompiled::Public
                   : assume == "explicit" ? infer::AssumeCompiled::Explicit
                                          : infer::AssumeCompiled::Auto;
  options.fullgraph = Flag(stack, "fullgraph");
  for (const Setting& setting : Settings())
    if (setting.key.starts_with("dynamo.") && Flag(stack, setting.key))
      options.dynamo_flags.emplace_back(setting.key.substr(7));
  options.entry_points = List(stack, "entry-points");
  return options;
}

std::optional<diag::Severity> FailOn(const Stack& stack) {
  return SeverityCalled(Text(stack, "fail-on"));
}

bool Flag(const Stack& stack, std::string_view key) {
  if (Stack::Found found = stack.Find(key)) return std::get<bool>(found.item->value);
  return FindSetting(key)->fallback == "true";
}

std::string Text(const Stack& stack, std::string_view key) {
  if (Stack::Found found = stack.Find(key)) return std::get<std::string>(found.item->value);
  std::string_view fallback = FindSetting(key)->fallback;
  return fallback.size() < 2 ? std::string() : std::string(fallback.substr(1, fallback.size() - 2));
}

std::vector<std::string> List(const Stack& stack, std::string_view key) {
  if (Stack::Found found = stack.Find(key)) return std::get<Words>(found.item->value);
  return {};
}

std::vector<std::string> Paths(const Stack& stack, std::string_view key) {
  namespace fs = std::filesystem;
  Stack::Found found = stack.Find(key);
  if (!found) return {};
  Words paths;
  if (const auto* one = std::get_if<std::string>(&found.item->value)) paths = {*one};
  else paths = std::get<Words>(found.item->value);
  for (std::string& path : paths)
    path = base::ToText(
        (base::ToPath(found.layer->directory) / base::ToPath(path)).lexically_normal());
  return paths;
}

}  // namespace graphmend::settings
