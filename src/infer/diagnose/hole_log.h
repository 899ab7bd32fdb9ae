// What could not be followed (hole.h), kept with the context in which it happens and attributed to
// the entries in the end.
#pragma once

#include <cstdint>
#include <vector>

#include "infer/hole.h"
#include "infer/part.h"
#include "infer/results.h"
#include "infer/site.h"

namespace graphmend::infer {

class HoleLog : Part {
 public:
  explicit HoleLog(Unit& unit) : Part(unit) {}

  // Kept with the context that is interpreted, if it is compiled.
  void NotFollowed(HoleKind why, const Site& site);
  Ref Unfollowed(HoleKind why, const Site& site, Why unknown);
  Ref CallUnknown(Ref callee, const Site& site);
  // The callee gave Bottom: the block of the call ends, as long as that stays so.
  void NeverReturned(ContextId callee, const Site& site);
  std::uint64_t never_returned() const { return never_returned_; }  // how often that was
  bool IsFollowed(Ref target, int depth = 0);
  void NotEntered(HoleKind why, const Entry& entry);
  void NoteBudget(const Entry& entry);  // which was called last
  void GatherHoles(UnitResult& result);

 private:
  void CheckNever() const;

  std::vector<Hole> not_entered_;
  std::uint64_t never_returned_ = 0;
};

}  // namespace graphmend::infer
