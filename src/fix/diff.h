// Unified diffs, as `patch` and `git apply` read them.
#pragma once

#include <string>
#include <string_view>

namespace graphmend::fix {

// From `before` to `after`, with three lines of context; empty when they are equal. Both are named
// `path`, a relative one below a/ and b/.
std::string UnifiedDiff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace graphmend::fix
