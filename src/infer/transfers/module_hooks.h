// Calls of modules that may have hooks.
#pragma once

#include "infer/transfers/transfer.h"

namespace graphmend::infer {

// What calling the module `call.First()` gives: its `forward` called with `args`, and its hooks
// before and after it.
Ref CallWithHooks(const TransferCall& call, Ref forward, Arguments args);

}  // namespace graphmend::infer
