// Paths as text: UTF-8 with forward slashes, on Windows too. That way findings, baselines and URIs
// are the same on all systems. std::filesystem has other ideas of text there, so what goes to it
// and what comes from it is translated here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace graphmend::base {

#ifdef _WIN32
inline constexpr bool kIsWindows = true;
#else
inline constexpr bool kIsWindows = false;
#endif

inline std::filesystem::path ToPath(std::string_view text) {
  if constexpr (kIsWindows) return std::u8string(text.begin(), text.end());
  else return text;
}

inline std::string ToText(const std::filesystem::path& path) {
  if constexpr (!kIsWindows) return path.generic_string();
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

// "C:…"; never where paths have no drives, and a colon is a letter of a name like others.
constexpr bool StartsWithDrive(std::string_view path) {
  if (!kIsWindows || path.size() < 2 || path[1] != ':') return false;
  const char letter = static_cast<char>(path[0] | 0x20);
  return letter >= 'a' && letter <= 'z';
}

// How much of an absolute path is its root: "/" or "C:/"; 0 for a relative one.
constexpr std::size_t RootSize(std::string_view path) {
  const std::size_t drive = StartsWithDrive(path) ? 2 : 0;
  return path.substr(drive).starts_with('/') ? drive + 1 : 0;
}

constexpr bool IsAbsolute(std::string_view path) { return RootSize(path) > 0; }

}  // namespace graphmend::base
