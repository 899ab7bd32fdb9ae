// Where autograd records nothing: under a decorator or in a block that turns gradients off.
//
// What is computed there has no gradient that a rewrite could change: no zero of it turns into NaN,
// and nothing that is kept for the backward pass sees a later change of a tensor.
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

// Whether all that the finding's function computes is computed without gradients: it is decorated
// by `torch.no_grad`.
bool IsWithoutGradients(const Finding& finding);

// Whether all that the block does is what its statements do: `with torch.no_grad():`.
bool TurnsOffGradients(const Finding& finding, const syntax::With& with);

// Whether the statement runs without gradients: its function does, or a block of it that the
// statement stands in.
bool RunsWithoutGradients(const Finding& finding, syntax::StmtId stmt);

// Whether nothing of the graph has gradients: the function is where compiled code begins, no call
// in the file leads to it, and it is without gradients. What such a function gives back to one that
// has gradients may take part in theirs, where AOTAutograd computes it again from what a tensor
// holds by then.
bool IsGraphWithoutGradients(const Finding& finding);

}  // namespace graphmend::fix
