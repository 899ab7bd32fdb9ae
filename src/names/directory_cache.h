// What Python files and compiled extensions are in a directory: each is listed once, at most.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace graphmend::names {

class DirectoryCache {
 public:
  // Whether `directory` holds a regular file `name`, which ends in .py or .pyi, or in .so for an
  // extension of that name, whatever it was built for. Thread-safe.
  bool HasFile(const std::string& directory, const std::string& name);
  bool IsPackage(const std::string& directory);
  // Each directory that was listed so far, with a digest of what it held; by path.
  std::vector<std::pair<std::string, std::uint64_t>> Digests();
  // That digest as it is on disk now.
  static std::uint64_t DigestNow(const std::string& directory);

 private:
  static std::unordered_set<std::string> Read(const std::string& directory);
  const std::unordered_set<std::string>& List(const std::string& directory);

  std::mutex mutex_;
  std::unordered_map<std::string, std::unordered_set<std::string>> listings_;
};

// "a/b" and "c" to "a/b/c". The parts of a path are strings here, since a lookup makes thousands.
std::string JoinPath(std::string_view directory, std::string_view name);
std::string_view DirectoryOf(std::string_view path);  // "a/b/c.py" to "a/b"
std::string_view BaseName(std::string_view path);     // "a/b/c.py" to "c.py"

}  // namespace graphmend::names
