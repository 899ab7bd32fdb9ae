// The words of what a break depends on: "`x` is a tensor and `self.training` holds".
#pragma once

#include <string>

#include "infer/open_condition.h"

namespace graphmend::lint {

// Completes "breaks the graph when …" and "only if …"; empty for no condition.
std::string Words(const infer::OpenConditions& conditions);

}  // namespace graphmend::lint
