// What a failure inside of a graph leaves otherwise than one in Python does.
#pragma once

#include <string>

#include "fix/finding.h"

namespace graphmend::fix {

// What a difference says where the function around changes a tensor in place: "; what …". Empty
// where it changes none. A compiled graph writes what it changed back when it has ended.
std::string LostChanges(const Finding& finding);

}  // namespace graphmend::fix
