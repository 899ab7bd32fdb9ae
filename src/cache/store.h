// A directory of records, each in a file of its own: texts by key. Nothing in it is needed, so
// whatever goes wrong with it is a record that is not there. Folder and records are the user's
// alone; what belongs to somebody else, or may be written by others, is not read, and what is no
// record is not touched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graphmend::cache {

class Store {
 public:
  explicit Store(std::string directory) : directory_(std::move(directory)) {}

  // The record, if it was kept whole under exactly this key.
  std::optional<std::string> Find(const std::string& key) const;
  // Those that were used longest ago go, until all are kMostBytes at most.
  void Keep(const std::string& key, std::string_view record) const;

  static constexpr std::uint64_t kMostBytes = 128 << 20;

 private:
  std::string PathIn(std::string_view name) const;
  std::string PathOf(const std::string& key) const;
  void Prune() const;

  std::string directory_;
};

}  // namespace graphmend::cache
