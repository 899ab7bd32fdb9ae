// Tuples of what is not None among known items, as models give their results:
//
//     tuple(v for v in [hidden_states, cache, attentions] if v is not None)
#pragma once

#include <optional>
#include <vector>

#include "infer/transfers/transfer.h"

namespace graphmend::infer {

// Those up to the first that may be None have a place that is known.
Ref TupleWithoutNone(Unit& unit, const std::vector<Ref>& items);

// What `tuple` gives of the comprehension that is passed to it; none where it does more than leave
// None out of items that are known one by one.
std::optional<Ref> TupleOfSetItems(const TransferCall& call, flow::TempId passed);

}  // namespace graphmend::infer
