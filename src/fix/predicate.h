// Tests that ask for tensor data, taken apart: what Python decides stays Python, the rest becomes
// one 0-d bool tensor.
//
//   x.dtype == torch.float16 and (torch.isinf(x).any() or torch.isnan(x).any())
//   statics: x.dtype == torch.float16       tensor: torch.isinf(x).any() | torch.isnan(x).any()
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fix/renderer.h"
#include "fix/terms.h"

namespace graphmend::fix {

struct Predicate {
  std::vector<syntax::ExprId> statics;  // conjuncts
  std::vector<syntax::ExprId> tensors;  // conjuncts
  std::string text;                     // of the tensors, all together
  std::string negated;
  bool calls_torch = false;  // the file has to import torch
  bool speculatable = true;  // it cannot raise where the test does not
  bool once = false;         // it does more than test: it has to be asked where the test was, once
  std::string difference;    // where it is not quite the test
};

// The text of a test so that `&` and `|` may stand beside it; `~` binds more tightly.
std::string TestOperand(const std::string& test);

// How the test reads as a predicate, or why it does not. `may_act`: whether the predicate will be
// asked exactly where the test was, so that a draw, say, in what the test asks first is made as it
// was.
std::variant<Predicate, Declined> PredicateOf(const Finding& finding, const Terms& terms,
                                              syntax::ExprId test, const Renaming& names,
                                              bool may_act = false);

}  // namespace graphmend::fix
