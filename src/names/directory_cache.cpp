#include "names/directory_cache.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/digest.h"
#include "base/path.h"

namespace graphmend::names {
namespace fs = std::filesystem;
namespace {

std::uint64_t DigestOf(const std::unordered_set<std::string>& files) {
  std::vector<std::string_view> names(files.begin(), files.end());
  std::sort(names.begin(), names.end());
  std::string text;
  for (std::string_view name : names) (text += name) += '/';
  return base::Digest(text);
}

// "_core.so" of "_core.cpython-312-x86_64-linux-gnu.so" and "_core.cp312-win_amd64.pyd".
std::string ExtensionNamed(std::string_view name) {
  return std::string(name.substr(0, name.find('.'))) + ".so";
}

}  // namespace

bool DirectoryCache::HasFile(const std::string& directory, const std::string& name) {
  return List(directory).contains(name);
}

bool DirectoryCache::IsPackage(const std::string& directory) {
  const auto& files = List(directory);
  return files.contains("__init__.py") || files.contains("__init__.pyi");
}

std::unordered_set<std::string> DirectoryCache::Read(const std::string& directory) {
  std::unordered_set<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(base::ToPath(directory), error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = base::ToText(entry->path().filename());
    if (name.ends_with(".so") || name.ends_with(".pyd")) name = ExtensionNamed(name);
    else if (!name.ends_with(".py") && !name.ends_with(".pyi")) continue;
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) files.insert(std::move(name));
  }
  return files;
}

const std::unordered_set<std::string>& DirectoryCache::List(const std::string& directory) {
  {
    std::lock_guard lock(mutex_);
    if (auto found = listings_.find(directory); found != listings_.end()) return found->second;
  }
  std::unordered_set<std::string> files = Read(directory);
  // Another thread may have listed it meanwhile; references into the map stay valid.
  std::lock_guard lock(mutex_);
  return listings_.emplace(directory, std::move(files)).first->second;
}

std::vector<std::pair<std::string, std::uint64_t>> DirectoryCache::Digests() {
  std::lock_guard lock(mutex_);
  std::vector<std::pair<std::string, std::uint64_t>> digests;
  for (const auto& [directory, files] : listings_) digests.emplace_back(directory, DigestOf(files));
  std::sort(digests.begin(), digests.end());
  return digests;
}

std::uint64_t DirectoryCache::DigestNow(const std::string& directory) {
  return DigestOf(Read(directory));
}

std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path += '/';
  path += name;
  return path;
}

std::string_view DirectoryOf(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return path.substr(0, std::max(slash, base::RootSize(path)));
}

std::string_view BaseName(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace graphmend::names
