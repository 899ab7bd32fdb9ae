#include "settings/release.h"

#include <charconv>
#include <string>

namespace graphmend::settings {

base::Result<infer::Release> ParseRelease(std::string_view text) {
  int minor = -1;
  if (text.starts_with("2.")) {
    auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), minor);
    bool patch = end != text.data() + text.size() && *end == '.';
    if (error != std::errc() || (end != text.data() + text.size() && !patch)) minor = -1;
  }
  if (minor >= kOldestMinor && minor <= kNewestMinor) return infer::Release{2, minor};
  std::string newest = "2." + std::to_string(kNewestMinor);
  return base::Error{
      "`" + std::string(text) + "` is not a release of torch that graphmend knows",
      "2." + std::to_string(kOldestMinor) + " to " + newest + ", for example " + newest};
}

}  // namespace graphmend::settings
