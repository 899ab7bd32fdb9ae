#include "project/exclusion.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "settings/resolve.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

// Directories that hold no source of the project; the names that ruff leaves out, and __pycache__.
constexpr std::array<std::string_view, 24> kLeftOut = {".bzr",
                                                       ".direnv",
                                                       ".eggs",
                                                       ".git",
                                                       ".git-rewrite",
                                                       ".hg",
                                                       ".ipynb_checkpoints",
                                                       ".mypy_cache",
                                                       ".nox",
                                                       ".pants.d",
                                                       ".pyenv",
                                                       ".pytest_cache",
                                                       ".pytype",
                                                       ".ruff_cache",
                                                       ".svn",
                                                       ".tox",
                                                       ".venv",
                                                       ".vscode",
                                                       "__pycache__",
                                                       "__pypackages__",
                                                       "buck-out",
                                                       "node_modules",
                                                       "site-packages",
                                                       "venv"};

// Names of build outputs that are good names for packages too: left out unless they are one.
constexpr std::array<std::string_view, 3> kOutputs = {"_build", "build", "dist"};

template <std::size_t n>
bool IsOneOf(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsBuiltIn(const std::string& path) {
  std::string name = base::ToText(base::ToPath(path).filename());
  if (IsOneOf(kLeftOut, name)) return true;
  std::error_code error;
  return IsOneOf(kOutputs, name) && !fs::exists(base::ToPath(path) / "__init__.py", error);
}

std::string Joined(const std::vector<std::string>& patterns) {
  std::string text;
  for (const std::string& pattern : patterns)
    text += (pattern.starts_with("./") ? pattern.substr(1) : pattern) + "\n";
  return text;
}

}  // namespace

PathPatterns::PathPatterns(const std::vector<std::string>& patterns, const std::string& directory)
    : patterns_(Joined(patterns)), prefix_(base::ToText(base::ToPath(directory) / "")) {}

bool PathPatterns::Match(const std::string& path, bool is_directory) const {
  std::string_view relative = path;
  if (path.starts_with(prefix_)) relative.remove_prefix(prefix_.size());
  else relative.remove_prefix(path.rfind('/') + 1);
  return patterns_.Ignores(relative, is_directory).value_or(false);
}

Exclusion::Exclusion(const settings::Stack* stack) {
  if (!stack) return;
  respects_gitignore_ = settings::Flag(*stack, "respect-gitignore");
  built_in_ = !stack->Find("exclude");
  for (std::string_view key : {"exclude", "extend-exclude"})
    if (settings::Stack::Found found = stack->Find(key))
      patterns_.emplace_back(std::get<std::vector<std::string>>(found.item->value),
                             found.layer->directory);
}

bool Exclusion::LeavesOut(const std::string& path, bool is_directory) const {
  if (built_in_ && is_directory && IsBuiltIn(path)) return true;
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const PathPatterns& patterns) {
    return patterns.Match(path, is_directory);
  });
}

}  // namespace graphmend::project
