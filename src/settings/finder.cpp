#include "settings/finder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/path.h"
#include "settings/read.h"

namespace graphmend::settings {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOwn = "graphmend.toml";
constexpr std::string_view kShared = "pyproject.toml";

base::Result<std::string> ReadAll(const std::string& path, const std::string& shown) {
  std::error_code error;
  if (fs::is_directory(base::ToPath(path), error))
    return base::Error{shown + ": is a directory", ""};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    std::string why = fs::exists(base::ToPath(path), error) ? "cannot be read" : "no such file";
    return base::Error{shown + ": " + why, ""};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

FileKind KindOf(const std::string& path) {
  return base::ToPath(path).filename() == kShared ? FileKind::Pyproject : FileKind::Own;
}

base::Result<LayerPtr> Read(const std::string& path, const std::string& shown) {
  base::Result<std::string> text = ReadAll(path, shown);
  if (!text) return text.error();
  std::string_view content = *text;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  return ReadToml(content, KindOf(path), shown, base::ToText(base::ToPath(path).parent_path()));
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

// The settings that lie in this very directory; null: none.
LayerPtr Finder::ReadIn(const std::string& directory) {
  for (std::string_view name : {kOwn, kShared}) {
    std::string path = base::ToText(base::ToPath(directory) / name);
    std::error_code error;
    if (!fs::is_regular_file(base::ToPath(path), error)) continue;
    base::Result<LayerPtr> layer = Read(path, options_.shown(path));
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
