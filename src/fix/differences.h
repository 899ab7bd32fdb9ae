// How what a fix makes may differ, as the text that its report shows: "one way; another".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace graphmend::fix {

// Adds the ways, each of which the text then says once.
inline void AddDifference(std::string& all, std::string_view ways) {
  for (std::size_t at = 0, end; at < ways.size(); at = end + 2) {
    end = std::min(ways.find("; ", at), ways.size());
    const std::string_view way = ways.substr(at, end - at);
    if (all.find(way) != std::string::npos) continue;
    if (!all.empty()) all += "; ";
    all += way;
  }
}

// What follows where a method comes to give a tensor.
inline constexpr std::string_view kOverriddenElsewhere =
    ", and a class elsewhere that overrides it has to give one";

// Where a number of Python's, which have no end, is compared with a tensor's.
inline constexpr std::string_view kBeyondBits =
    "a whole number beyond 64 bits is refused, or compared wrongly";
inline constexpr std::string_view kWrapsAround = "a whole number beyond 64 bits wraps";

}  // namespace graphmend::fix
