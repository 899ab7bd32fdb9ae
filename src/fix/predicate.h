// Tests that ask for tensor data, taken apart: what Python decides stays Python, the rest becomes
// one 0-d bool tensor.
//
//   x.dtype == torch.float16 and (torch.isinf(x).any() or torch.isnan(x).any())
//   statics: x.dtype == torch.float16       tensor: torch.isinf(x).any() | torch.isnan(x).any()
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fix/code.h"
#include "fix/differences.h"
#include "fix/terms.h"

namespace graphmend::fix {

struct Predicate {
  std::vector<syntax::ExprId> statics;  // conjuncts
  std::vector<syntax::ExprId> tensors;  // conjuncts
  Code code;                            // of the tensors, all together
  Code negated;
  bool calls_torch = false;  // the file has to import torch
  bool chooses = false;      // Python chooses between two tensors
  bool speculatable = true;  // it cannot raise where the test does not
  bool once = false;         // it does more than test: it has to be asked where the test was, once
  bool held = false;         // `code` gives a tensor that something else may hold, and change
  std::string difference;    // where it is not quite the test

  // For a variable that is read after a tensor was changed in place: what it was where the test is.
  Code Kept() const { return held ? code.Method("clone") : code; }
};

inline constexpr std::string_view kWholeTest =
    "the whole test is evaluated, so that an error in any part of it shows";

// Where keeping the predicate in the place of the test is not quite the same; empty: nowhere.
inline std::string DifferenceOfKept(const Predicate& predicate) {
  std::string difference = predicate.difference;
  if (!predicate.speculatable) AddDifference(difference, kWholeTest);
  return difference;
}

// What Python decides, all together; empty where it decides nothing.
Code StaticsOf(const Finding& finding, const Predicate& predicate);

// How the test reads as a predicate, or why it does not. `may_act`: whether the predicate will be
// asked exactly where the test was, so that a draw, say, in what the test asks first is made as it
// was.
std::variant<Predicate, Declined> PredicateOf(const Finding& finding, const Terms& terms,
                                              syntax::ExprId test, const Naming& names,
                                              bool may_act = false);

}  // namespace graphmend::fix
