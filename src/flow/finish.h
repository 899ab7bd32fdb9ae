// The last step of lowering; internal to flow.
#pragma once

#include "flow/graph.h"

namespace graphmend::flow {

// Leads jumps past empty blocks, numbers the blocks in reverse postorder, drops those that nothing
// leads to, and marks the heads of loops.
void OrderBlocks(Graph& graph);

}  // namespace graphmend::flow
