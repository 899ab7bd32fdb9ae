// The order in which the classes of a hierarchy are asked for an attribute.
#pragma once

#include <vector>

#include "infer/unit.h"

namespace graphmend::infer {

// Of the class `self`: by C3 from the orders of its bases (`chains`) and the bases themselves; in
// the order of first sight where there is none. `object` is the last.
std::vector<ClassId> ResolutionOrder(Unit& unit, ClassId self,
                                     std::vector<std::vector<ClassId>> chains,
                                     std::vector<ClassId> bases);

}  // namespace graphmend::infer
