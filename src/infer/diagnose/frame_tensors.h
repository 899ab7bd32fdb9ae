// Whether Dynamo compiles a frame at all: it looks for tensors among its variables, and for names
// of torch and NumPy.
#pragma once

#include "values/value.h"

namespace graphmend::infer {

using values::Ref;

class Unit;

// Whether it certainly finds one in the value.
bool HasTensor(Unit& unit, Ref value, int depth = 0);
// The modules at whose names it takes a frame for one with tensors.
bool IsOfTensors(Unit& unit, Ref global);

}  // namespace graphmend::infer
