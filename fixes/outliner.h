// Code that breaks the graph, as one operator of it: a function of its own, which the graph runs
// uncompiled. python/graphmend/outline.py says what the operator does.
//
// What is moved are the fewest statements around the finding that can be a function (fix/region.h),
// together with those before them that break the graph and hand them something. It becomes a
// function of the module, not a method: a class that is derived from this one, in whatever file,
// could have a method of the same name.
//
// Only where it is asked for (`Options::outline`).
#pragma once

#include <optional>

#include "fix/declaration.h"
#include "fix/region.h"

namespace graphmend::fix {

std::optional<Proposal> Outline(const Finding& finding, Results results);

}  // namespace graphmend::fix
