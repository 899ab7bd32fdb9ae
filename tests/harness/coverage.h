// What must be exercised by the cases together: set comparisons, with the exceptions written down
// here beside their reasons.
#pragma once

#include <string>
#include <vector>

#include "harness/run.h"

namespace graphmend::harness {

// One line for each thing that no case exercises, or that names something unknown:
//   each rule fires in some case, and its page has a case that stays quiet
//   each kind of observation occurs, and is worded by exactly one rule
//   each kind of instruction and terminator appears in some flow snapshot
//   each GB id that a rule or stub names is in rules/gb_registry.json
//   each transfer is called in some case, and stubs name no others
//   each transformation makes a fix of each promise that it can make, and declines in some case
//   each test of `when=` holds, or may, in some case, and does not in another
std::vector<std::string> MissingCoverage(const Exercised& exercised);

}  // namespace graphmend::harness
