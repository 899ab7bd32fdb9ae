// What the interpreter could not follow, as data: behind it there may be breaks that nobody
// reports. What is said of it is worded in `lint`.
#pragma once

#include <cstdint>
#include <string>

#include "diag/diagnostic.h"

namespace graphmend::infer {

enum class HoleKind : std::uint8_t {
  Budget,         // the interpreter had used up its steps
  Depth,          // calls or attributes are nested too deeply
  UnknownCallee,  // source does not tell what is called
  ManyCallees,    // more callables than are followed may be called
  Library,        // it belongs to a library whose source is not in view
  Unparsed,       // the expression cannot be parsed, or is of a kind that is not lowered
  Target,         // source does not tell what the entry compiles
  Unsettled,      // a call was taken to raise though its callee returns: a defect of graphmend
};

struct Hole {
  HoleKind why = HoleKind::UnknownCallee;
  diag::Location location = {};  // the call, the function whose analysis stopped, or the entry
  std::string subject = {};      // what is called, as written; Target: what is compiled
  diag::Location entry = {};     // the first of the entries that reach it; no file: none is known
  std::string target = {};       // what is compiled there
  std::uint32_t entries = 0;     // how many reach it
};

}  // namespace graphmend::infer
