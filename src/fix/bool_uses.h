// Where a bool that Python has goes, so that a 0-d tensor of the same truth may stand in its place
// and nothing shows it: to a test, or to a function of the program that only tests it, or that asks
// whether it is a tensor and then does with the tensor what it does with the bool:
//
//     check(x[mask].numel() == y.numel(), "…")      check(mask.sum() == y.numel(), "…")
//
//     def check(cond, message):
//         if isinstance(cond, torch.Tensor):
//             torch._check_tensor_all_with(ValueError, cond, message)
//         else: torch._check_with(ValueError, cond, message)
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

// An assertion is no such place: compiled, a tensor raises another error there.
bool TakesTensorForBool(const Finding& finding, syntax::ExprId test);

}  // namespace graphmend::fix
