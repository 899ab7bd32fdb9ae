// Where numbers and sizes that a flag of torch._dynamo.config keeps in the graph go, in one
// function: whether torch takes a symbol wherever they are used (2.13: fullgraph=True under three
// backends, results equal), through assignments to local variables.
#pragma once

#include <set>

#include "fix/finding.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

class CapturedUses {
 public:
  using ExprId = syntax::ExprId;

  // `is_entry`: what the function returns, the compiled code gives back. `may_break`: a comparison
  // of sizes may break the graph: it does not raise (2.13).
  CapturedUses(const Finding& finding, syntax::FunctionId function, bool is_entry,
               bool may_break = false)
      : finding_(finding),
        variables_(finding, function),
        is_entry_(is_entry),
        may_break_(may_break) {}

  // A number read from a tensor.
  bool Number(ExprId expr) { return Goes(expr, &CapturedUses::NumberIn, &CapturedUses::Number); }
  // A list of such.
  bool Numbers(ExprId expr) { return Goes(expr, &CapturedUses::NumbersIn, &CapturedUses::Numbers); }
  // A tensor whose size depends on data.
  bool Sized(ExprId expr) { return Goes(expr, &CapturedUses::SizedIn, &CapturedUses::Sized); }
  // A tuple or list of such.
  bool SizedOnes(ExprId expr) {
    return Goes(expr, &CapturedUses::SizedOnesIn, &CapturedUses::SizedOnes);
  }

 private:
  using Follow = bool (CapturedUses::*)(ExprId);
  using In = bool (CapturedUses::*)(ExprId, ExprId);

  bool Goes(ExprId expr, In in, Follow follow);
  bool Assigned(ExprId target, Follow follow);
  bool IsNumber(ExprId expr) const;
  bool NumberIn(ExprId expr, ExprId outer);
  bool NumberInSum(ExprId expr, ExprId sum);
  // `x[: min(n, 2)]`, at which Dynamo fails where `x` is empty (torch 2.13).
  bool IsBounded(ExprId expr) const;
  bool SliceIn(ExprId slice);
  // `return x, n`, `x[i, n]`, `torch.zeros((n, 4))`
  bool PartOfTuple(ExprId tuple);
  bool IsDisplay(ExprId expr) const;
  // `return loss, {"l1": n}`: a display that the entry returns, perhaps within others.
  bool IsReturned(ExprId display) const;
  bool NumbersIn(ExprId expr, ExprId outer);
  bool SizedIn(ExprId, ExprId outer);
  bool SizedInDisplay(ExprId display);
  bool SizedInMember(ExprId member);
  bool IsNot(ExprId expr) const;
  bool SizedArgument(ExprId expr);
  bool SizedOnesIn(ExprId expr, ExprId outer);

  bool IsTensor(ExprId expr) const { return fix::IsTensor(finding_.Fact(expr)); }

  const Finding& finding_;
  Variables variables_;
  bool is_entry_;
  bool may_break_;
  std::set<std::uint32_t> seen_;
};

}  // namespace graphmend::fix
