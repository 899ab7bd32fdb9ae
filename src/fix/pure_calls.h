// Functions of the program that only compute: what a call of one does besides giving its result,
// for whoever evaluates it more often than the source does.
#pragma once

#include <optional>
#include <string>

#include "fix/finding.h"

namespace graphmend::fix {

struct Purity {
  // What else the function may do, or what of it is not followed; empty where it is pure. It may
  // still raise.
  std::string why = {};
  // As `Terms` says of expressions, of all that it computes.
  bool costly = false;
  bool unstable = false;
  bool divides = false;
};

// Of the function, or the forward of the module, that the call certainly leads to; null where none
// is known, or something is assumed of what it is given. Each function is looked at once.
const Purity* PurityOf(const Finding& finding, syntax::ExprId call);

// Why reading the attribute may do more than compute what it gives: it is a property that does.
// Nothing where it is none, as far as the file tells.
std::optional<std::string> EffectsOfReading(const Finding& finding, syntax::ExprId attribute);

// Whether the call runs a module that is made of others: one of the program's, a Sequential.
bool IsChain(const Finding& finding, syntax::ExprId call);

// Whether all that the block does is what its statements do: `with torch.no_grad():`.
bool SetsGradients(const Finding& finding, const syntax::With& with);

}  // namespace graphmend::fix
