// What a run of statements does as often, or makes as large, as the data say: what cannot be known
// of it while it is tried on tensors without data.
#pragma once

#include "fix/finding.h"
#include "fix/terms.h"

namespace graphmend::fix {

class SizesByData {
 public:
  // `run`: the code that is looked at, in the function of `finding` and `terms`.
  SizesByData(const Finding& finding, const Terms& terms, source::Span run)
      : finding_(finding), terms_(terms), run_(run) {}

  // Whether a loop in the statement runs as often as they say.
  bool LoopsByData(syntax::StmtId stmt) const;
  // Whether a number of a tensor's says which item of a container it takes, or where one is.
  bool ChoosesByData(syntax::StmtId stmt) const;
  // Whether the shape of the tensor depends on data, as far as the run tells.
  bool IsSizedByData(syntax::ExprId value, int depth = 0) const;

 private:
  bool SearchesNumbers(syntax::ExprId expr) const;
  bool IsShapedByData(syntax::ExprId call, models::OpKind op) const;
  bool HoldsData(syntax::ExprId value) const;
  bool SelectsByData(syntax::ExprId index) const;
  bool IsInside(const flow::Inst* definition) const;

  const Finding& finding_;
  const Terms& terms_;
  const source::Span run_;
};

}  // namespace graphmend::fix
