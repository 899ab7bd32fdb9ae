// What every part of a unit of analysis has: the way to the other parts, which goes through the
// unit, and what all of them work with.
#pragma once

#include "infer/ids.h"
#include "infer/options.h"

namespace graphmend::infer {

class Part {
 public:
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

 protected:
  explicit Part(Unit& unit);
  ~Part() = default;

  Unit& unit_;
  Values& values;
  const names::Program& program;
  const Options& options;
};

}  // namespace graphmend::infer
