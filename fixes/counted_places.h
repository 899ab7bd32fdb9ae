// Searches for the elements of a mask, of which a fix asks less than the places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fix/arguments.h"
#include "fix/masks.h"

namespace graphmend::fix {

// What the count of them differs in.
inline constexpr std::string_view kCountIsTensor =
    "the count is a 0-d tensor, not an int; combined with a tensor of a different dtype, the "
    "result's dtype or last bits may differ";

struct Found {
  syntax::ExprId tensor;  // whose elements that are not 0 are searched
  syntax::ExprId places;  // a tensor with one row, or one number, for each
  bool single = false;    // one number for each
};

inline bool IsLiteralInt(const Finding& finding, syntax::ExprId expr, std::int64_t value) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int && literal->integer == value;
}

// A call that searches: nonzero(t), t.nonzero(), torch.argwhere(t), torch.where(t).
struct NonzeroCall {
  syntax::ExprId tensor;
  bool tuple = false;  // what it gives is a tuple, with the places along each dimension
};

inline std::optional<NonzeroCall> NonzeroCallOf(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool bound = method && name.starts_with("torch.Tensor.");
  const std::string_view word = name.substr(std::min(name.size(), name.rfind('.') + 1));
  if (!name.starts_with("torch.") || (word != "nonzero" && word != "argwhere" && word != "where"))
    return std::nullopt;
  NonzeroCall search;
  search.tensor = bound ? method->object : Argument(*call, 0, "input");
  const syntax::ExprId tuple = Argument(*call, -1, "as_tuple");
  if (!HasOnly(*call, bound ? 0 : 1, {"as_tuple", "input"}) || !search.tensor) return std::nullopt;
  search.tuple = word == "where" || (tuple && IsLiteral(finding, tuple, syntax::LiteralKind::True));
  if (tuple && !search.tuple && !IsLiteral(finding, tuple, syntax::LiteralKind::False))
    return std::nullopt;
  return search;
}

// What it gives; of one dimension where that is a tuple, as torch.where(t)[0] does.
inline std::optional<Found> FoundBy(const Finding& finding, syntax::ExprId expr) {
  const std::optional<NonzeroCall> search = NonzeroCallOf(finding, expr);
  if (!search) return std::nullopt;
  if (!search->tuple) return Found{search->tensor, expr, false};
  const syntax::ExprId item = finding.parents.Parent(expr);
  const auto* first = finding.If<syntax::Subscript>(item);
  if (!first || first->object != expr || !IsLiteralInt(finding, first->index, 0))
    return std::nullopt;
  return Found{search->tensor, item, true};
}

inline bool IsLiteralArgument(const Finding& finding, const syntax::Call& call,
                              std::initializer_list<std::int64_t> values) {
  return call.args.size() == 1 && std::any_of(values.begin(), values.end(), [&](auto value) {
           const auto& constant = finding.Fact(call.args[0].value).constant;
           return constant && constant->kind == syntax::LiteralKind::Int &&
                  constant->integer == value;
         });
}

// `places.flatten()`, `places.squeeze(-1)`, `places.view(-1)`: one number for each; else the places
// themselves.
inline syntax::ExprId Flattened(const Finding& finding, const Found& found) {
  const syntax::ExprId member = finding.parents.Parent(found.places);
  const auto* method = finding.If<syntax::Attribute>(member);
  const syntax::ExprId outer = method ? finding.parents.Parent(member) : syntax::ExprId();
  const auto* call = finding.If<syntax::Call>(outer);
  if (!call || call->callee != member) return found.places;
  const base::Symbol name = method->name;
  const bool whole = (name == "flatten" || name == "squeeze") && call->args.empty();
  const bool last = name == "squeeze" && IsLiteralArgument(finding, *call, {-1, 1});
  const bool rows =
      (name == "view" || name == "reshape") && IsLiteralArgument(finding, *call, {-1});
  return whole || last || rows ? outer : found.places;
}

// Each use of the variable that the places alone are assigned to, or the places themselves; empty
// where it is not told.
std::vector<syntax::ExprId> UsesOf(const Finding& finding, syntax::ExprId places);

// How many there are, asked of the places: `len(p)`, `p.shape[0]`, `p.size(0)`, and `p.numel()`
// where each place is one number, `single`, or where it is only asked whether there are any. None:
// it is not that which is asked.
syntax::ExprId CountOf(const Finding& finding, syntax::ExprId places, bool single);

// Whether a message is given the count as a value: the text of a tensor is another one.
bool IsGivenToMessage(const Finding& finding, syntax::ExprId count);

// Whether the count is a variable's that is assigned again: `n += 1` would change the tensor.
bool MayBeChanged(const Finding& finding, syntax::ExprId count);

// What the places were found in, as a mask.
inline std::string MaskOf(const Finding& finding, syntax::ExprId tensor, bool operand) {
  if (IsBoolTensor(finding.Fact(tensor)))
    return operand ? RenderOperand(finding, tensor) : Render(finding, tensor);
  const std::string mask = RenderOperand(finding, tensor) + " != 0";
  return operand ? "(" + mask + ")" : mask;
}

}  // namespace graphmend::fix
