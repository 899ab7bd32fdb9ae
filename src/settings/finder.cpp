#include "settings/finder.h"

#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "os/files.h"
#include "settings/read.h"
#include "settings/table.h"

namespace graphmend::settings {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOwn = "graphmend.toml";
constexpr std::string_view kShared = "pyproject.toml";

base::Result<std::string> ReadAll(const std::string& path, const std::string& shown) {
  os::FileText file = os::ReadFile(path, os::kMostSettings);
  if (!file.trouble.empty()) return base::Error{shown + ": " + file.trouble, ""};
  return std::move(file.bytes);
}

FileKind KindOf(const std::string& path) {
  return base::ToPath(path).filename() == kShared ? FileKind::Pyproject : FileKind::Own;
}

// A path that is written in a file leads to something below it, also through links: who gets hold
// of a tree, or of its settings, does not get hold of what is around it.
std::optional<base::Error> CheckPath(const Setting& setting, const std::string& path,
                                     const std::string& directory) {
  const std::string whole =
      base::ToText((base::ToPath(directory) / base::ToPath(path)).lexically_normal());
  if (os::LiesWithin(directory, whole)) return std::nullopt;
  return base::Error{"`" + std::string(setting.key) + "` names `" + path +
                         "`, which leads out of the folder of this file",
                     "--" + std::string(setting.key) + " takes any path on the command line"};
}

std::optional<base::Error> CheckText(const Setting& setting, const std::string& text,
                                     const std::string& directory) {
  switch (setting.in_file) {
    case Setting::InFile::PathBelow: return CheckPath(setting, text, directory);
    case Setting::InFile::NoOutput:
      if (text.find(':') == std::string::npos) return std::nullopt;
      return base::Error{
          "`" + std::string(setting.key) + "` names a file to write to, `" + text + "`",
          "files to write to are named on the command line: -o " + text};
    case Setting::InFile::Anything: break;
  }
  return std::nullopt;
}

std::optional<base::Error> CheckInFile(const Layer& layer) {
  for (const auto& [key, item] : layer.items) {
    const Setting& setting = *FindSetting(key);
    std::vector<std::string> texts;
    if (const auto* one = std::get_if<std::string>(&item.value)) texts = {*one};
    if (const auto* several = std::get_if<std::vector<std::string>>(&item.value)) texts = *several;
    for (const std::string& text : texts)
      if (auto error = CheckText(setting, text, layer.directory))
        return base::Error{item.place.Text() + ": " + error->message, error->hint};
  }
  return std::nullopt;
}

base::Result<LayerPtr> Read(const std::string& path, const std::string& shown) {
  base::Result<std::string> text = ReadAll(path, shown);
  if (!text) return text.error();
  std::string_view content = *text;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  auto layer =
      ReadToml(content, KindOf(path), shown, base::ToText(base::ToPath(path).parent_path()));
  if (layer && *layer)
    if (auto error = CheckInFile(**layer)) return *error;
  return layer;
}

}  // namespace

base::Result<LayerPtr> ReadSettingsFile(const std::string& path, const std::string& shown) {
  base::Result<LayerPtr> layer = Read(path, shown);
  if (layer && !*layer)
    return base::Error{shown + ": has no [tool.graphmend]",
                       "a file of another name holds the settings without that heading"};
  return layer;
}

Finder::Finder(Options options) : options_(std::move(options)) {
  if (!options_.shown) options_.shown = [](const std::string& path) { return path; };
}

const Stack* Finder::StackOf(LayerPtr layer) {
  std::unique_ptr<Stack>& stack = stacks_[layer];
  if (!stack) {
    stack = std::make_unique<Stack>();
    if (layer) {
      stack->Push(layer);
      files_.push_back(layer->source);
    }
    for (const LayerPtr& above : options_.above) stack->Push(above);
  }
  return stack.get();
}

// A file that was not named stays where it is: a link to elsewhere is not followed.
base::Result<LayerPtr> Finder::ReadFound(const std::string& path, const std::string& directory) {
  const std::string shown = options_.shown(path);
  if (os::IsLink(base::ToPath(path)) && !os::LiesWithin(directory, path))
    return base::Error{shown + ": is a link that leads out of its folder",
                       "--config takes a file of settings from anywhere"};
  return Read(path, shown);
}

// The settings that lie in this very directory; null: none.
LayerPtr Finder::ReadIn(const std::string& directory) {
  for (std::string_view name : {kOwn, kShared}) {
    std::string path = base::ToText(base::ToPath(directory) / name);
    std::error_code error;
    if (!fs::exists(fs::symlink_status(base::ToPath(path), error))) continue;
    base::Result<LayerPtr> layer = ReadFound(path, directory);
    if (!layer) {
      if (!error_) error_ = layer.error();
    } else if (*layer) {
      return *layer;
    }
  }
  return nullptr;
}

const Stack& Finder::For(const std::string& directory) {
  if (options_.fixed) return *StackOf(*options_.fixed);
  if (options_.isolated) return *StackOf(nullptr);
  auto known = by_directory_.find(directory);
  if (known != by_directory_.end()) return *known->second;
  const Stack* stack = nullptr;
  fs::path parent = base::ToPath(directory).parent_path();
  if (LayerPtr layer = ReadIn(directory)) stack = StackOf(layer);
  else if (parent.empty() || parent == base::ToPath(directory)) stack = StackOf(nullptr);
  else stack = &For(base::ToText(parent));
  by_directory_.emplace(directory, stack);
  return *stack;
}

}  // namespace graphmend::settings
