// How two texts differ by line; unified diffs, as `patch` and `git apply` read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphmend::fix {

// A run of lines that is replaced by another; counted from 0, the ends not included. One of them
// may be empty.
struct LineChange {
  std::size_t begin, end;          // of what was there
  std::size_t new_begin, new_end;  // of what is there now
};

// In order, apart by a line at least.
std::vector<LineChange> LineChanges(const std::vector<std::string_view>& before,
                                    const std::vector<std::string_view>& after);

// From `before` to `after`, with three lines of context; empty when they are equal. Both are named
// `path`, a relative one below a/ and b/.
std::string UnifiedDiff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace graphmend::fix
