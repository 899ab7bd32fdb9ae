#include "base/symbol.h"

#include <mutex>
#include <unordered_set>

namespace graphmend::base {
namespace {

constexpr std::size_t kShards = 64;

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>()(text);
  }
};

}  // namespace

struct Interner::Shard {
  std::mutex mutex;
  // Node-based: the address of an element stays put when the table grows.
  std::unordered_set<std::string, TextHash, std::equal_to<>> texts;
};

Interner::Interner() : shards_(std::make_unique<Shard[]>(kShards)) {}
Interner::~Interner() = default;

Symbol Interner::Intern(std::string_view text) {
  Shard& shard = shards_[std::hash<std::string_view>()(text) % kShards];
  std::lock_guard lock(shard.mutex);
  auto found = shard.texts.find(text);
  if (found == shard.texts.end()) found = shard.texts.emplace(text).first;
  return Symbol(&*found);
}

}  // namespace graphmend::base
