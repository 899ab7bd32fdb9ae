// The modules inside of a module.
#pragma once

#include <vector>

#include "infer/unit.h"

namespace graphmend::infer::transfers {

// What it holds, modules or not: its fields, and the contents of a container, but for what is there
// under names that source does not tell.
std::vector<Ref> PartsOf(Unit& unit, Ref module);

// Its fields that are modules, and the contents of a container. `deep`: the module itself and all
// that is inside of it, at any depth, or more than 32 of it where there are more.
std::vector<Ref> ModulesOf(Unit& unit, Ref module, bool deep);

// The modules among the alternatives that do not hold `object`, in code that puts one of several
// modules into one of several: a module is never inside of itself. None id: there is none.
Ref WithoutHolders(Unit& unit, ObjectId object, Ref modules);

}  // namespace graphmend::infer::transfers
