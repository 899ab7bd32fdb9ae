// Shapes that are told apart: of what is joined, cut, reduced or turned, and of what it was made
// of; and the origin that unknown ones get.
#include <algorithm>

#include "fix/operands.h"
#include "fix/terms.h"

namespace graphmend::fix {

using dataflow::Origin;
using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;

// The shapes of the tensors of which an operation makes one of another shape:
// torch.cat((a, b)), x[1:].
std::vector<dataflow::ShapeId> Terms::ResizedFrom(ExprId expr, int depth) const {
  std::vector<ExprId> parts;
  const auto* call = finding_.If<syntax::Call>(expr);
  if (const auto* item = finding_.If<syntax::Subscript>(expr);
      item && finding_.Fact(item->object).Is(FactKind::Tensor)) {
    parts.push_back(item->object);
  } else if (call && OperationOf(expr).op != OpKind::Unknown) {
    if (!OperationOf(expr).Has(Trait::AnotherShape)) return {};
    const ExprId subject = Subject(*call);
    const auto* list = finding_.If<syntax::Sequence>(subject);
    if (list && list->items.size() > 1) parts.assign(list->items.begin(), list->items.end());
    if (!list) parts.push_back(subject);
  }
  std::vector<dataflow::ShapeId> out;
  for (ExprId part : parts)
    if (part) out.push_back(Of(part, depth + 1).shape);
  return out;
}

// The same for two that compute the same of variables with the same definitions.
Origin Terms::OriginOf(ExprId expr) const {
  const Origin own{.kind = Origin::Kind::Value, .parts = {expr.index}};
  if (finding_.If<syntax::Attribute>(expr))
    return {.kind = Origin::Kind::Place, .text = std::string(finding_.Text(expr))};
  if (!finding_.If<syntax::Call>(expr) || OperationOf(expr).op == OpKind::Unknown ||
      OperationOf(expr).Has(Trait::Random) || Effects(expr))
    return own;
  Origin computed{.kind = Origin::Kind::Computed, .text = std::string(finding_.Text(expr))};
  bool local = true;
  auto add = [&](auto& self, ExprId part) -> void {
    if (const auto* name = finding_.If<syntax::Name>(part)) {
      const auto slot = SlotOf(name->id);
      if (!slot) local = local && !finding_.Fact(part).MayBe(FactKind::Tensor);
      else
        for (const flow::Inst* definition : flow_.Of(part)) {
          computed.parts.push_back(*slot);
          computed.parts.push_back(definition ? definition->span.begin : Origin::kEntry);
        }
    }
    ForEachPart(finding_.tree(), part, [&](ExprId inner) { self(self, inner); });
  };
  add(add, expr);
  return local ? computed : own;
}

}  // namespace graphmend::fix
