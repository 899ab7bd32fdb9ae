// What Python files are in a directory: each directory is listed once, at most.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace graphmend::names {

class DirectoryCache {
 public:
  // Whether `directory` holds a regular file `name`, which ends in .py or .pyi. Thread-safe.
  bool HasFile(const std::string& directory, const std::string& name);
  bool IsPackage(const std::string& directory);

 private:
  const std::unordered_set<std::string>& List(const std::string& directory);

  std::mutex mutex_;
  std::unordered_map<std::string, std::unordered_set<std::string>> listings_;
};

// "a/b" and "c" to "a/b/c". The parts of a path are strings here, since a lookup makes thousands.
std::string JoinPath(std::string_view directory, std::string_view name);
std::string_view DirectoryOf(std::string_view path);  // "a/b/c.py" to "a/b"
std::string_view BaseName(std::string_view path);     // "a/b/c.py" to "c.py"

}  // namespace graphmend::names
