// What a break depends on that source does not tell, as data: src/lint/conditions.h words it.
//
// An observation has a list of them, in the order of evaluation, and all hold where it breaks;
// `alternative` marks one of which only it or the one before need hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace graphmend::infer {

enum class OpenKind : std::uint8_t {
  // Tests around the place in its own statement; `about` is the source text of the test.
  Holds,
  HoldsNot,
  DecidesNothing,  // an operand of `and` or `or` that does not end the evaluation
  // Of a value; `about` is the source text of the expression or the name of the parameter. Empty:
  // an element of a container that source does not name.
  IsTensor,
  IsNotNone,
  IsOne,  // of the class whose instances break when they are read
  IsGiven,
  IsSparse,
  IsTrue,
  IsFalse,
  IsParameter,
  IsContainer,  // a list, set or dict
  IsNoFloat,
  NeedsGrad,  // takes part in autograd
  IsSuch,     // as the stub's `when=` says
  // Without `about`.
  BoundIsTensor,
  MoreThanOneNumber,  // the value is made of more than one number
  OldPython,          // older than 3.12
  NotCachedYet,       // of a cached property, where Python takes a lock for it
  InputNeedsGrad,     // an input of the autograd.Function takes part in autograd
  SameLength,         // what is compared is of one length
  EqualBefore,        // what is compared before is equal
  // `about` says what.
  IsInstance,   // an operand is an instance whose class answers the operator: of this name
  IsDrawn,      // an operand of it is a number that `random` draws
  IsCalled,     // what is called is the callable of this name
  FlagOff,      // a flag of torch._dynamo.config
  LineReached,  // the line of this number, where another break is
  LineBreaks,   // the line of this number, where there may be another break
  Note,         // the words of a stub
};

inline constexpr std::size_t kOpenKinds = static_cast<std::size_t>(OpenKind::Note) + 1;

struct OpenCondition {
  OpenKind kind;
  std::string about = {};
  bool negated = false;
  bool alternative = false;  // joined to the one before by `or`, not by `and`
  friend bool operator==(const OpenCondition&, const OpenCondition&) = default;
};

using OpenConditions = std::vector<OpenCondition>;

// `condition` where it is open, else none.
inline OpenConditions OpenIf(bool open, OpenCondition condition) {
  return open ? OpenConditions{std::move(condition)} : OpenConditions();
}

}  // namespace graphmend::infer
