// Attributes by a name of which only a part is known: `getattr(self, f"{kind}_loss")`.
#pragma once

#include "infer/unit.h"

namespace graphmend::infer {

// Any attribute of the instance that the text of `name`, an expression at `site`, may name, going
// by the parts of it that are written out. None id: it tells nothing.
Ref AttributesLike(Unit& unit, Ref object, syntax::ExprId name, const Site& site);

}  // namespace graphmend::infer
