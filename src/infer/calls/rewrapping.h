// Code outside of what is compiled is looked at again as the values that it reads grow, and these
// may hold what it has made itself:
//
//     model.forward = traced(model.forward)
//     layers[i] = Adapter(layers[i])
//
// Each look would wrap once more, without end. So what a place has made is left out of what it is
// given, as far as that is something else as well; where it is nothing else, the first is kept.
#pragma once

#include "infer/unit.h"

namespace graphmend::infer {

// Without functions that stand in the source of `maker`, which is about to be called with `value`.
Ref WithoutFunctionsIn(Unit& unit, const ParsedFile& file, syntax::FunctionId maker, Ref value);

// Without functions made by this `def` or lambda, which is about to keep `value` as a default.
Ref WithoutFunctionsOf(Unit& unit, const ParsedFile& file, syntax::FunctionId function, Ref value);

// Without instances that were made at `site`, where `value` is passed to the constructor.
Ref WithoutInstancesMadeAt(Unit& unit, const Site& site, Ref value);

}  // namespace graphmend::infer
