// "Did you mean …?": the known word nearest to one that was mistyped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphmend::base {

// The candidate that fewest edits (insert, delete, replace, swap of neighbours) turn `word` into,
// letter case aside; empty when none is near enough to be what was meant. Ties go to the first.
std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& candidates);

// "did you mean `x`?", or nothing.
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace graphmend::base
