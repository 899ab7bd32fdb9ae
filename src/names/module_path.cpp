#include "names/module_path.h"

#include <algorithm>

#include "base/path.h"

namespace graphmend::names {
namespace {

// The innermost of the given roots and the directories called `src` that holds `directory`.
std::string_view SourceRootOf(std::string_view directory,
                              const std::vector<std::string>& source_roots) {
  std::string_view best;
  for (const std::string& root : source_roots)
    if (IsBelow(directory, root) && root.size() > best.size()) best = root;
  const std::size_t least = std::max(best.size(), base::RootSize(directory));
  for (std::string_view at = directory; at.size() > least; at = DirectoryOf(at))
    if (BaseName(at) == "src") return at;
  return best;
}

bool IsIdentifier(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// The directory of installed packages that holds a namespace package, or one within it; empty:
// there is none.
std::string_view InstallationAbove(std::string_view directory) {
  for (; directory.size() > base::RootSize(directory); directory = DirectoryOf(directory)) {
    const std::string_view name = BaseName(directory);
    if (name == "site-packages" || name == "dist-packages") return directory;
    if (!IsIdentifier(name)) break;
  }
  return {};
}

}  // namespace

bool IsBelow(std::string_view path, std::string_view directory) {
  if (!path.starts_with(directory)) return false;
  return path.size() == directory.size() || directory.ends_with('/') ||
         path[directory.size()] == '/';
}

std::string DottedBelow(std::string_view path, std::string_view directory) {
  path.remove_prefix(std::min(path.size(), directory.size()));
  while (path.starts_with('/')) path.remove_prefix(1);
  std::string dotted(path);
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  return dotted;
}

ModulePath LocateModule(std::string_view path, const std::vector<std::string>& source_roots,
                        const std::unordered_set<std::string>& added_packages,
                        DirectoryCache& directories) {
  auto is_package = [&](std::string_view directory) {
    std::string key(directory);
    return added_packages.contains(key) || directories.IsPackage(key);
  };
  ModulePath result;
  std::string_view directory = DirectoryOf(path);
  std::string_view root = directory;
  while (root.size() > base::RootSize(root) && is_package(root)) root = DirectoryOf(root);
  result.is_script = root == directory;
  const std::string_view installation = InstallationAbove(root);
  if (!result.is_script && !installation.empty()) root = installation;
  if (result.is_script)
    if (std::string_view given = SourceRootOf(directory, source_roots); !given.empty())
      root = given;
  result.root = root;
  std::string_view stem = path.substr(0, path.rfind('.'));
  if (BaseName(stem) == "__init__") {
    result.is_package = true;
    stem = DirectoryOf(stem);
  }
  result.module = DottedBelow(stem, root);
  return result;
}

}  // namespace graphmend::names
