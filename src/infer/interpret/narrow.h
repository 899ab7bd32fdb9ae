// What a test tells about the places it looks at: `x is None`, `isinstance(x, C)`, `x == "a"`,
// the truth of `x`. Applied on the edges of a Branch, once.
#pragma once

#include "infer/interpret/frame.h"

namespace graphmend::infer {

class Narrower {
 public:
  explicit Narrower(Frame& frame) : frame_(frame), unit_(frame.unit_) {}
  // Narrows `environment` for `condition` being `outcome`; false when that cannot happen.
  bool Narrow(Environment& environment, flow::TempId condition, bool outcome);

 private:
  bool NarrowByComparison(Environment& environment, const flow::Compare& compare, bool outcome);
  bool NarrowByCall(Environment& environment, const flow::Call& call, bool outcome);
  bool NarrowByIsInstance(Environment& environment, const flow::Call& call, bool outcome);
  bool NarrowPlace(Environment& environment, flow::PlaceId place, Ref narrowed);
  Ref CurrentValue(const Environment& environment, flow::TempId temp) const;
  Ref ByTruth(Ref value, bool outcome);
  Ref ByNone(Ref value, bool is_none);
  Ref AsSubclass(Ref value, ClassId cls);
  Ref AnyOf(Ref cls, OriginId origin);
  Ref ByClass(Ref value, Ref cls, bool outcome);
  Ref ByEquality(Ref value, Ref constant, bool equal);
  Ref ByIdentity(Ref value, Ref constant, bool same);
  template <class Keep>
  Ref Filter(Ref value, Keep keep);

  Frame& frame_;
  Unit& unit_;
};

// Whether `value` (one alternative) is an instance of `cls` (a class or a tuple of them).
std::optional<bool> IsInstance(Unit& unit, Ref value, Ref cls);

}  // namespace graphmend::infer
