#include "base/symbol.h"

#include <limits>
#include <mutex>
#include <unordered_set>

namespace graphmend::base {
namespace {

constexpr std::size_t kShards = 64;
constexpr int kHighBits = std::numeric_limits<std::size_t>::digits / 2;

// A text whose hash is known: it chooses the shard and the bucket.
struct Hashed {
  std::string_view text;
  std::size_t hash = std::hash<std::string_view>()(text);
};

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(const Hashed& hashed) const noexcept { return hashed.hash; }
  std::size_t operator()(std::string_view text) const noexcept { return Hashed{text}.hash; }
};

struct SameText {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const noexcept { return a == b; }
  bool operator()(const Hashed& a, std::string_view b) const noexcept { return a.text == b; }
  bool operator()(std::string_view a, const Hashed& b) const noexcept { return a == b.text; }
};

}  // namespace

struct Interner::Shard {
  std::mutex mutex;
  // Node-based: the address of an element stays put when the table grows.
  std::unordered_set<std::string, TextHash, SameText> texts;
};

Interner::Interner() : shards_(std::make_unique<Shard[]>(kShards)) {}
Interner::~Interner() = default;

Symbol Interner::Intern(std::string_view text) {
  const Hashed hashed{text};
  // The high bits: the low ones choose the bucket.
  Shard& shard = shards_[(hashed.hash >> kHighBits) % kShards];
  std::lock_guard lock(shard.mutex);
  auto found = shard.texts.find(hashed);
  if (found == shard.texts.end()) found = shard.texts.emplace(text).first;
  return Symbol(&*found);
}

std::size_t Interner::Count() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kShards; ++i) {
    std::lock_guard lock(shards_[i].mutex);
    count += shards_[i].texts.size();
  }
  return count;
}

}  // namespace graphmend::base
