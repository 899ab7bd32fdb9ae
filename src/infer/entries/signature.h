// How what is compiled is called: the function of its own that a call of it comes to.
#pragma once

#include <cstddef>

#include "infer/ids.h"

namespace graphmend::infer {

class Unit;

// The function whose signature tells how the target is called, and how many leading parameters
// are bound already.
struct Signature {
  CallableId callable;
  std::size_t bound = 0;
  explicit operator bool() const { return callable.has_value(); }
};

// None: no function in view. `depth`: how many wrappers and instances were looked through.
Signature SignatureOf(Unit& unit, Ref target, int depth = 0);

}  // namespace graphmend::infer
