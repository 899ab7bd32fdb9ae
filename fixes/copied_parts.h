// Parts of a tensor that are read as a copy, or stored into by an index, in the place of a view.
#pragma once

#include <string_view>

#include "fix/finding.h"

namespace graphmend::fix {

// Whether what `finding.expr` reads, a view, or the tensor that it is a view of, is changed in
// place in the function, or may be. A copy in its place would not see that, or not show it.
bool IsWrittenThrough(const Finding& finding);

inline constexpr std::string_view kOtherError =
    "an index that is out of range, and a tensor whose elements share memory, raise a different "
    "error or none, on a GPU a device-side assert after which the process cannot use the GPU";

}  // namespace graphmend::fix
