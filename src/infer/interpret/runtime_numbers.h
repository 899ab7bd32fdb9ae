// Operators on numbers that are not known while tracing, though they look like Python's: what
// `random` draws, hashes, ids and addresses of tensors.
#pragma once

#include <string_view>

#include "infer/unit.h"

namespace graphmend::infer {

// Whether it is observed: Dynamo computes with no hash, with no address of a tensor, and with the
// id of none that the graph has made (torch 2.13, measured).
bool ObserveRuntimeNumber(Unit& unit, Ref number, const Site& site);

// A number that `random` drew is a 0-d tensor of the graph to Dynamo, and Python's operators on it
// and another number are none that it knows (torch 2.13, measured). With a tensor it is traced.
// Whether it is observed: what comes out is then a plain number, for the frame is given up.
bool ObserveDrawn(Unit& unit, std::string_view spelling, Ref number, const Site& site);

}  // namespace graphmend::infer
