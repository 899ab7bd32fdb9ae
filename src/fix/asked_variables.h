// Code that asks for all variables of a function at once: `locals()`, `eval(text)`, a frame. What a
// fix gives another value, takes away or adds is seen there, though nothing names it.
#pragma once

#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// The code whose variables the file of the finding asks for in this way: outermost functions, or
// all of the file where a frame, or such a builtin under another name, may be that of any function.
std::vector<source::Span> CodeAskedForVariables(const Finding& finding);

}  // namespace graphmend::fix
