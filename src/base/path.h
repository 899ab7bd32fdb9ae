// Paths as text: UTF-8 with forward slashes, on Windows too, where `generic_string` makes them so.
// That way findings, baselines and URIs are the same on all systems.
#pragma once

#include <cstddef>
#include <string_view>

namespace graphmend::base {

#ifdef _WIN32
inline constexpr bool kIsWindows = true;
#else
inline constexpr bool kIsWindows = false;
#endif

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
