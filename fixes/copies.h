// What fixes of copies write and say.
#pragma once

#include <string_view>

namespace graphmend::fix {

inline constexpr std::string_view kCopy = ".detach().clone()";
inline constexpr std::string_view kSharedDifference =
    "a copied tensor never requires a gradient and is no parameter, one that deepcopy refuses is "
    "copied, and one that is held twice, or memory that two share, is copied twice; one that is "
    "expanded or part of another gets its own strides";

}  // namespace graphmend::fix
