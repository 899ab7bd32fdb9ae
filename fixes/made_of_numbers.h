// Whether source shows a way on which a tensor is computed from numbers of Python's alone: by
// torch.tensor of sizes, by items and sums of that, by loops over it, by the arguments of some
// call.
//
//     shapes = torch.as_tensor(sizes)              sizes: a list of ints
//     self.points(shapes)
//     def points(self, shapes):
//         for height, width in shapes:             height: made of numbers, at that call
//
// A way is enough, as python/graphmend/constants.py asks again while the compiler traces.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "fix/calls.h"
#include "fix/finding.h"
#include "fix/variables.h"

namespace graphmend::fix {

class MadeOfNumbers {
 public:
  explicit MadeOfNumbers(const Finding& finding) : finding_(finding), calls_(finding) {}

  // Numbers of Python's and lists of them are, too.
  bool IsMade(syntax::ExprId expr);

 private:
  bool IsNumber(syntax::ExprId expr) const;
  bool VariableIsMade(syntax::FunctionId function, std::uint32_t slot);
  bool ValueIsMade(syntax::FunctionId function, std::uint32_t slot);
  bool IsAssignedMade(syntax::ExprId target);
  bool IsPassedMade(syntax::FunctionId function, std::uint32_t param);
  bool IterableIsMade(syntax::ExprId iterable);
  bool CallIsMade(const syntax::Call& call);
  bool IsComputed(syntax::ExprId expr) const;
  bool PartsAreMade(syntax::ExprId expr);
  const Variables& In(syntax::FunctionId function);

  const Finding& finding_;
  Calls calls_;
  std::map<std::uint32_t, std::unique_ptr<Variables>> variables_;  // by function
  // By function and slot; true while it is being looked at.
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> made_;
  int depth_ = 0;
};

}  // namespace graphmend::fix
