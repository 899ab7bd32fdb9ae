// Numbers of a message that are read from tensors, and what Python computes with them, which
// graphmend.runtime does when the message is written: by operators, `abs` and `round`, with other
// numbers.
#pragma once

#include <optional>
#include <vector>

#include "fix/finding.h"
#include "fix/reads.h"

namespace graphmend::fix {

// What the expression reads, where a message may do so later.
std::optional<HostRead> DeferredRead(const Finding& finding, syntax::ExprId expr);
// Whether a message computes the expression of numbers that it reads; adds these to `reads`.
// `numbers`: expressions that are read as well.
bool ComputesDeferred(const Finding& finding, syntax::ExprId expr,
                      std::vector<syntax::ExprId>& reads,
                      const std::vector<syntax::ExprId>& numbers = {});
// Whether computing it may raise.
bool MayRaiseComputing(const Finding& finding, syntax::ExprId expr,
                       const std::vector<syntax::ExprId>& reads);
// Whether computing with the number, in the largest expression around it that only computes, may
// raise. `real`: it is not complex.
bool MayRaiseAround(const Finding& finding, syntax::ExprId number, bool real);
// Whether Dynamo may have the number as a symbol: of a float it makes a text with the one of the
// first call, with a format (`formatted`) none at all of any number (torch 2.13).
bool MayVary(const Finding& finding, syntax::ExprId expr, bool formatted);
// Whether the number would be handed over to a message that can be deferred, were it read there: by
// itself, as a value in its text, or in what is computed of it and of the others.
bool IsHandedOver(const Finding& finding, syntax::ExprId number,
                  const std::vector<syntax::ExprId>& others);

}  // namespace graphmend::fix
