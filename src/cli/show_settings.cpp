// `graphmend config`: which settings are in force for a path, and from where; what there is to set.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "diag/json_writer.h"
#include "project/configuration.h"
#include "project/discover.h"
#include "settings/table.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;
using Json = diag::JsonWriter<diag::JsonLayout::Indented>;

struct Row {
  const settings::Setting* setting;
  std::string value;  // TOML; empty: nothing
  std::string from;
};

std::vector<Row> RowsOf(const settings::Stack& stack) {
  std::vector<Row> rows;
  for (const settings::Setting& setting : settings::Settings()) {
    Row row{&setting, std::string(setting.fallback), "default"};
    if (settings::Stack::Found found = stack.Find(setting.key)) {
      row.value = settings::ToToml(setting.type, found.item->value);
      row.from = found.item->place.Text();
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string Text(const std::vector<Row>& rows, const report::Style& style) {
  std::size_t width = 0;
  for (const Row& row : rows) {
    std::size_t size = row.setting->key.size() + row.value.size() + 3;
    if (size < 60) width = std::max(width, size);
  }
  std::string text;
  for (const Row& row : rows) {
    bool set = row.from != "default";
    std::string value = row.value.empty() ? "(nothing)" : base::OneLine(row.value);
    std::size_t size = row.setting->key.size() + value.size() + 3;
    text += style.Paint(set ? report::Tone::Bold : report::Tone::Plain, row.setting->key) + " = " +
            value + std::string(width > size ? width - size : 0, ' ') + "  " +
            style.Paint(report::Tone::Dim, "# " + base::OneLine(row.from)) + "\n";
  }
  return text;
}

// "# environment: /project/.venv (VIRTUAL_ENV), torch 2.13.0"
std::string EnvironmentText(const project::Environment& environment, const report::Style& style) {
  std::string text = "# environment: none, imports are looked up in the project alone";
  if (!environment.prefix.empty()) {
    const std::string torch = environment.VersionOf("torch");
    text = "# environment: " + base::OneLine(environment.prefix) + " (" +
           base::OneLine(environment.found_by) + "), " +
           (torch.empty() ? "without torch" : "torch " + base::OneLine(torch));
    for (const std::string& root : environment.roots) text += "\n#   " + base::OneLine(root);
  }
  return style.Paint(report::Tone::Dim, text) + "\n";
}

std::string JsonText(const std::vector<Row>& rows, const std::string& path,
                     const project::Environment& environment) {
  Json json;
  json.Object([&] {
    json.Field("version", 1);
    json.Field("path", path);
    json.Array("settings", rows, [&](const Row& row) {
      json.Object([&] {
        json.Field("key", row.setting->key);
        json.Optional("value", row.value);
        json.Field("from", row.from);
        json.Field("summary", row.setting->summary);
      });
    });
    if (environment.prefix.empty()) return;
    json.Object("environment", [&] {
      json.Field("prefix", environment.prefix);
      json.Field("found_by", environment.found_by);
      json.Array("roots", environment.roots, [&](const std::string& root) { json.Text(root); });
      json.Optional("torch", environment.VersionOf("torch"));
    });
  });
  return json.Finish();
}

}  // namespace

int RunConfig(const Invocation& invocation) {
  if (invocation.format == Format::Schema) return Deliver(invocation, settings::JsonSchema(), 0);
  if (invocation.format == Format::Markdown) return Deliver(invocation, settings::Reference(), 0);
  project::Configuration configuration(invocation.settings);
  std::string path = invocation.operands.empty() ? "." : invocation.operands.front();
  std::error_code error;
  if (!fs::exists(base::ToPath(path), error))
    return Fail(invocation, {path + ": no such file or directory", "config takes one path"});
  bool is_directory = fs::is_directory(base::ToPath(path), error);
  fs::path absolute = (fs::current_path(error) / base::ToPath(path)).lexically_normal();
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  const settings::Stack& stack =
      configuration.ForDirectory(base::ToText(is_directory ? absolute : absolute.parent_path()));
  if (auto trouble = configuration.error()) return Fail(invocation, *trouble);
  const project::Environment& environment = configuration.EnvironmentOf(stack);
  if (auto trouble = configuration.error()) return Fail(invocation, *trouble);
  std::vector<Row> rows = RowsOf(stack);
  if (invocation.format == Format::Json)
    return Deliver(invocation, JsonText(rows, project::ShownPath(path), environment), 0);
  const report::Style style = StyleFor(os::Stream::Output, invocation.color);
  return Deliver(invocation, Text(rows, style) + EnvironmentText(environment, style), 0, style);
}

}  // namespace graphmend::cli
