// Shapes that are told apart: of what is joined, cut, reduced or turned, and of what it was made
// of; and the names that unknown ones get.
#include <algorithm>

#include "fix/operands.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;

bool Term::IsResized(const Term& other) const {
  auto from = [](const std::string& made, const std::string& base) {
    return made.find("|" + base.substr(0, base.find('|')) + "|") != std::string::npos;
  };
  return from(shape, other.shape) || from(other.shape, shape);
}

// "|a|b|": the shapes of the tensors of which an operation makes one of another shape.
std::string Terms::ResizedFrom(ExprId expr, int depth) const {
  std::vector<ExprId> parts;
  const auto* call = finding_.If<syntax::Call>(expr);
  if (const auto* item = finding_.If<syntax::Subscript>(expr);
      item && finding_.Fact(item->object).Is(FactKind::Tensor)) {
    parts.push_back(item->object);
  } else if (call && OperationOf(expr).op != OpKind::Unknown) {
    if (!OperationOf(expr).Has(Trait::AnotherShape)) return "";
    const ExprId subject = Subject(*call);
    const auto* list = finding_.If<syntax::Sequence>(subject);
    if (list && list->items.size() > 1) parts.assign(list->items.begin(), list->items.end());
    if (!list) parts.push_back(subject);
  }
  std::string out = parts.empty() ? "" : "|";
  for (ExprId part : parts) {
    if (!part) continue;
    const std::string shape = Of(part, depth + 1).shape;
    out += shape.substr(0, shape.find('|')) + "|";
  }
  return out;
}

// What an expression of unknown shape is called: the same for two that compute the same of
// variables with the same definitions.
std::string Terms::KeyOf(ExprId expr) const {
  const std::string own = "value " + std::to_string(expr.index);
  if (finding_.If<syntax::Attribute>(expr)) return std::string(finding_.Text(expr));
  if (!finding_.If<syntax::Call>(expr) || OperationOf(expr).op == OpKind::Unknown ||
      OperationOf(expr).Has(Trait::Random) || Effects(expr))
    return own;
  std::string key = std::string(finding_.Text(expr)) + " of";
  bool local = true;
  auto add = [&](auto& self, ExprId part) -> void {
    if (const auto* name = finding_.If<syntax::Name>(part)) {
      const auto slot = SlotOf(name->id);
      if (!slot) local = local && !finding_.Fact(part).MayBe(FactKind::Tensor);
      else
        for (const flow::Inst* definition : flow_.Of(part))
          key += " " + std::to_string(*slot) + "@" +
                 (definition ? std::to_string(definition->span.begin) : "entry");
    }
    ForEachPart(finding_.tree(), part, [&](ExprId inner) { self(self, inner); });
  };
  add(add, expr);
  return local ? key : own;
}

}  // namespace graphmend::fix
