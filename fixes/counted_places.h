// Searches for the elements of a mask, of which a fix asks less than the places.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "fix/arguments.h"

namespace graphmend::fix {

struct Found {
  syntax::ExprId tensor;  // whose elements that are not 0 are searched
  syntax::ExprId places;  // a tensor with one row, or one number, for each
  bool single = false;    // one number for each
};

inline bool IsLiteralInt(const Finding& finding, syntax::ExprId expr, std::int64_t value) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int && literal->integer == value;
}

// nonzero(t), t.nonzero(), torch.argwhere(t); torch.where(t)[0], t.nonzero(as_tuple=True)[0];
// perhaps flattened where it has one column.
inline std::optional<Found> FoundBy(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool bound = method && name.starts_with("torch.Tensor.");
  const std::string_view word = name.substr(std::min(name.size(), name.rfind('.') + 1));
  if (!name.starts_with("torch.") || (word != "nonzero" && word != "argwhere" && word != "where"))
    return std::nullopt;
  Found found;
  found.tensor = bound ? method->object : Argument(*call, 0, "input");
  const syntax::ExprId tuple = Argument(*call, -1, "as_tuple");
  if (!HasOnly(*call, bound ? 0 : 1, {"as_tuple", "input"}) || !found.tensor) return std::nullopt;
  found.single = word == "where" || (tuple && IsLiteral(finding, tuple, syntax::LiteralKind::True));
  if (tuple && !found.single && !IsLiteral(finding, tuple, syntax::LiteralKind::False))
    return std::nullopt;
  found.places = expr;
  if (!found.single) return found;
  const syntax::ExprId item = finding.parents.Parent(expr);
  const auto* first = finding.If<syntax::Subscript>(item);
  if (!first || first->object != expr || !IsLiteralInt(finding, first->index, 0))
    return std::nullopt;
  found.places = item;
  return found;
}

}  // namespace graphmend::fix
