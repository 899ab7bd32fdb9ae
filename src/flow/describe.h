// Instructions and places as text, shared by the dumps.
#pragma once

#include <string>

#include "flow/graph.h"

namespace graphmend::flow {

std::string Describe(const Graph& graph, PlaceId place);           // "self.cache[0]"
std::string Describe(const Graph& graph, const Inst& inst, const syntax::Tree& tree);
std::string Describe(const Terminator& terminator);
std::string TitleOf(const Graph& graph, const syntax::Tree& tree); // "function forward(self, x)"
std::string RegionsOf(const Graph& graph, RegionId region);        // "loop, try"; innermost first
std::string Spelling(BranchKind kind);

}  // namespace graphmend::flow
