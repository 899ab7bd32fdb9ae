// Tensors that a function is given and indexes by: `w[t]` of a 0-d tensor. The backends that
// compile (aot_eager, inductor) take the value of such an input and break the graph there, where
// the backend `eager` does not (torch 2.13), so that no finding tells of it.
#pragma once

#include "diag/diagnostic.h"
#include "fix/finding.h"

namespace graphmend::fix {

// Adds to an unsafe fix what lets the graph stay whole at the reads of that kind in the function.
void IndexByInputs(const Finding& finding, diag::Fix& fix);

}  // namespace graphmend::fix
