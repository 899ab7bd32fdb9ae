// Whether random numbers are drawn behind others in the same call of compiled code, so that drawing
// more or fewer of those would move them.
#pragma once

#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// Behind the first of the expressions, which draw some, and in none of them: in the function, in
// those of the file that call it, or by a loop around.
bool MoveDraws(const Finding& finding, const std::vector<syntax::ExprId>& drawn);
inline constexpr std::string_view kMovesDraws =
    "random numbers would be drawn whatever the test gives, which moves those that the call draws "
    "later; draw before the branch";

}  // namespace graphmend::fix
