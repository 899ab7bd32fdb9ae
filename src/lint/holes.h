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

// The entry was not followed at all, for source does not tell what it compiles.
bool IsNotFollowed(const infer::Entry& entry);

// What the entry does not get through: "`third.resolve` (model.py:12: its source is not in view)".
std::vector<std::string> NotFollowedOf(const infer::Entry& entry,
                                       const std::vector<infer::Hole>& holes);

// "2 of 14 entries were followed only in part: `third.resolve` (model.py:12: …), … and
// 3 more"; empty where all was followed. No full stop.
std::string NotFollowed(const Outcome& outcome);

}  // namespace graphmend::lint
