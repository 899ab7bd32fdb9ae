// What a call changes in place, as the stubs say it.
#pragma once

#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// The tensor whose method it is or the first argument, where the function changes that, and what is
// passed for parameters that `mutates(p)` names. What is passed with a star may be for any of them.
std::vector<syntax::ExprId> ChangedArguments(const Finding& finding, const syntax::Call& call);

}  // namespace graphmend::fix
