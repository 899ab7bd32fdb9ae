// Where compiled code leads: into which methods of modules.
#pragma once

#include <vector>

#include "infer/results.h"
#include "names/program.h"

namespace graphmend::infer {

class Unit;

// Of what source in `files` compiles, and what is not only assumed to be compiled. What a module
// compiles of itself says nothing of the rest, and counts for `forwards` alone.
Lead LeadOf(Unit& unit, const std::vector<const names::ParsedFile*>& files);

}  // namespace graphmend::infer
