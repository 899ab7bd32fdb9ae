// Functions whose source another compiler reads as well: torch.jit.script takes the text of a
// function, of the methods of a class, and of what these call. It knows less than Python: an import
// or a `with` of a fix raises there, while the module is imported.
#pragma once

#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// By index of the function: whether it is such a one, as far as the file of the finding tells.
// Empty: none is.
std::vector<bool> ScriptedFunctions(const Finding& finding);

}  // namespace graphmend::fix
