// What is said of what could not be followed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "infer/hole.h"
#include "lint/outcome.h"

namespace graphmend::lint {

// Sorts by place; what several units of analysis met becomes one.
void MergeHoles(std::vector<infer::Hole>& holes);

// "unknown-callee", for programs.
std::string_view Slug(infer::HoleKind why);

// One line, no full stop: "`third.resolve` is not followed: it belongs to a library whose source is
// not in view".
std::string Describe(const infer::Hole& hole);

// "2 of 14 entries were not followed whole: `third.resolve` (model.py:12: …), … and 3 more"; empty
// where all was followed. No full stop.
std::string NotFollowed(const Outcome& outcome);

}  // namespace graphmend::lint
