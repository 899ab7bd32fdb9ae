#include "sarif/fingerprint.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <unordered_map>

#include "base/utf8.h"

namespace graphmend::sarif {
namespace {

constexpr std::size_t kWindow = 100;       // units that one hash covers; zeros behind the end
constexpr std::uint64_t kMultiplier = 37;  // of the polynomial, modulo 2^64
constexpr char16_t kEndOfFile = 0xFFFF;

void AppendUtf16(std::vector<char16_t>& units, char32_t c) {
  if (c < 0x10000) {
    units.push_back(static_cast<char16_t>(c));
    return;
  }
  c -= 0x10000;
  units.push_back(static_cast<char16_t>(0xD800 + (c >> 10)));
  units.push_back(static_cast<char16_t>(0xDC00 + (c & 0x3FF)));
}

// The text as it is hashed: UTF-16, without spaces and tabs, every line end a \n, and an end mark.
std::vector<char16_t> KeptUnits(std::string_view bytes) {
  std::vector<char16_t> kept;
  kept.reserve(bytes.size() + 1);
  bool after_return = false;
  for (std::size_t at = 0; at < bytes.size();) {
    char32_t c = base::NextCharacter(bytes, at);
    bool second_half = after_return && c == '\n';
    after_return = c == '\r';
    if (c == ' ' || c == '\t' || second_half) continue;
    AppendUtf16(kept, c == '\r' ? U'\n' : c);
  }
  kept.push_back(kEndOfFile);
  return kept;
}

std::uint64_t HashFrom(const std::vector<char16_t>& kept, std::size_t start) {
  std::size_t end = std::min(kept.size(), start + kWindow);
  std::uint64_t hash = 0;
  for (std::size_t i = start; i < end; ++i) hash = hash * kMultiplier + kept[i];
  for (std::size_t i = end; i < start + kWindow; ++i) hash *= kMultiplier;
  return hash;
}

std::string Print(std::uint64_t hash, std::uint32_t count) {
  char text[40];
  std::snprintf(text, sizeof text, "%llx:%u", static_cast<unsigned long long>(hash), count);
  return text;
}

}  // namespace

std::vector<std::string> LineHashes(std::string_view bytes) {
  const std::vector<char16_t> kept = KeptUnits(bytes);
  std::vector<std::string> hashes;
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i > 0 && kept[i - 1] != u'\n') continue;
    std::uint64_t hash = HashFrom(kept, i);
    hashes.push_back(Print(hash, ++counts[hash]));
  }
  return hashes;
}

}  // namespace graphmend::sarif
