// Items at places that data decides, on the side of a branch whose test may be what keeps them in
// range:
//
//     if i < limit:                       predicate = i < limit
//         y = x[i]                        y = torch.where(predicate, x[torch.where(predicate, i,
//         0)], y)
#include <algorithm>

#include "fix/branches.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

namespace {
// Whether it compares something of the variable by order, which may be what keeps it in a range:
// `t[0] == 0` does not.
bool Orders(const Finding& finding, ExprId test, std::string_view variable) {
  const auto* compare = finding.If<syntax::Compare>(test);
  if (compare && Reads(finding, test, variable))
    return std::any_of(compare->ops.begin(), compare->ops.end(), [](syntax::CompareOp op) {
      return op != syntax::CompareOp::Eq && op != syntax::CompareOp::NotEq;
    });
  bool orders = false;
  if (finding.If<syntax::Call>(test) && Reads(finding, test, variable)) return true;
  ForEachPart(finding.tree(), test,
              [&](ExprId part) { orders = orders || Orders(finding, part, variable); });
  return orders;
}
}  // namespace

bool HoldsItemByData(const Finding& finding, ExprId expr) {
  bool holds = false;
  if (const auto* item = finding.If<syntax::Subscript>(expr))
    for (ExprId index : TupleItems(finding.tree(), item->index)) {
      const auto* call = finding.If<syntax::Call>(index);
      const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
      // `i.reshape(1)`, as an index by a 0-d tensor is written.
      const bool single = method && method->name == "reshape" && call->args.size() == 1;
      const infer::ExprFact& fact = finding.Fact(single ? method->object : index);
      holds |= fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->rank == 0;
    }
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { holds = holds || HoldsItemByData(finding, part); });
  return holds;
}

// Whether a test of the branches reads a variable that the expression reads.
bool Branches::IsTested(ExprId expr) const {
  if (finding_.If<syntax::Name>(expr))
    return std::any_of(branch_.begin(), branch_.end(), [&](StmtId stmt) {
      const auto* branch = finding_.If<syntax::If>(stmt);
      return branch && Orders(finding_, branch->test, finding_.Text(expr));
    });
  bool tested = false;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { tested = tested || IsTested(part); });
  return tested;
}

// The item of a tensor at a place that data decides: the test may be what keeps it in range. None
// where there is none.
ExprId Branches::ItemByData(ExprId expr) const {
  if (const auto* item = finding_.If<syntax::Subscript>(expr))
    for (ExprId index : TupleItems(finding_.tree(), item->index)) {
      const infer::ExprFact& fact = finding_.Fact(index);
      const bool by_tensor =
          fact.Is(FactKind::Tensor) && (!fact.tensor || fact.tensor->rank == 0 || IsTested(index));
      if (fact.Is(FactKind::Scalar) || by_tensor) return expr;
    }
  ExprId found;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    if (!found) found = ItemByData(part);
  });
  return found;
}

// Whether a test stands that says where the value is not needed.
bool Branches::CanGuard(const Side& side) const { return !side.when.empty() && !in_static_; }

// The places of all items at places that data decides, of which the first one is there; false where
// one is not known to be a whole number, or does more than to be computed.
bool Branches::IndicesOf(ExprId expr, Wraps& indices) const {
  if (const auto* item = finding_.If<syntax::Subscript>(expr))
    for (ExprId index : TupleItems(finding_.tree(), item->index)) {
      const infer::ExprFact& fact = finding_.Fact(index);
      if (!fact.MayBe(FactKind::Tensor) && !fact.MayBe(FactKind::Scalar)) continue;
      const bool whole = IsTensor(fact) && fact.tensor->dtype == values::DType::Int;
      if (!whole || (!terms_.SlotOf(index) && terms_.Effects(index))) return false;
      indices.others[index.index] = Code::Number(0);
    }
  bool all = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { all = all && IndicesOf(part, indices); });
  return all;
}

}  // namespace graphmend::fix
