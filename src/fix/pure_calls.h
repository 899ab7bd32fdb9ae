// Functions of the program that only compute: what a call of one does besides giving its result,
// for whoever evaluates it more often than the source does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
  // Whether what it gives may require no gradient, whatever it is made of.
  bool cuts = false;
  // Whether it raises on purpose, where something of what it is given is wrong.
  bool raises = false;
};

// Of the function, or the forward of the module, that the call certainly leads to; null where none
// is known, or something is assumed of what it is given. Each function is looked at once.
const Purity* PurityOf(const Finding& finding, syntax::ExprId call);

// Why what Python calls with the expression, no call that is followed, may do more than compute: a
// property, a method that answers an operator, a hook, a callback. Nothing where nothing of that is
// known to be called.
std::optional<std::string> EffectsOfRuns(const Finding& finding, syntax::ExprId expr);

// What a call of a module or of an object's method runs that source elsewhere may say.
inline constexpr std::string_view kPutElsewhere =
    "hooks, and what code elsewhere puts in the place of a module or method, run there, too";
// Whether it is such a call.
bool CallsObject(const Finding& finding, syntax::ExprId expr);
// Whether one stands in the code.
bool CallsObjects(const Finding& finding, source::Span code);

// What the expression, where it is a call, or what that runs of the program, is known to change:
// "draws random numbers", "assigns an attribute". Empty where nothing is known to.
std::string KnownChange(const Finding& finding, syntax::ExprId expr);

// Whether it may be a tensor of numbers that autograd follows.
bool MayHaveGradient(const infer::ExprFact& fact);
// Whether what the expression gives requires no gradient, whatever it is made of.
bool CutsGradient(const Finding& finding, syntax::ExprId expr);

// Whether the call runs a module that is made of others: one of the program's, a Sequential.
bool IsChain(const Finding& finding, syntax::ExprId call);

}  // namespace graphmend::fix
