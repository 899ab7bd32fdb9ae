// What a loop goes through: whether going through it once more does nothing else, and ends soon.
#pragma once

#include <cstdint>

#include "fix/terms.h"

namespace graphmend::fix {

// All iterations become part of the graph: of more than these, the compiler takes long.
inline constexpr std::int64_t kMostIterations = 64;

// Ranges, lists that the function writes, tuples, tensors and the containers of torch.nn, also
// zipped, counted or reversed. Iterators are used up by it.
bool IsRepeatable(const Finding& finding, const Terms& terms, syntax::ExprId iterable);

// Whether it is an integer that is not known to be a large one.
bool IsFew(const Finding& finding, const Terms& terms, syntax::ExprId number);

}  // namespace graphmend::fix
