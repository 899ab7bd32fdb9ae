// Lists that Python sorts, and who else may know them.
#pragma once

#include <optional>
#include <string>

#include "fix/arguments.h"
#include "fix/finding.h"
#include "fix/gradients.h"
#include "fix/renderer.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix {

// `losses.sort()`, where the read is `losses`.
inline const syntax::Call* SortsInPlace(const Finding& finding, syntax::ExprId read) {
  const syntax::ExprId outer = finding.parents.Parent(read);
  const auto* method = finding.If<syntax::Attribute>(outer);
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(outer));
  return method && method->name == "sort" && call && call->callee == outer ? call : nullptr;
}

// What `losses.append(loss)` adds, where the read is `losses`; None: it is another use.
inline syntax::ExprId Appended(const Finding& finding, syntax::ExprId read) {
  const syntax::ExprId outer = finding.parents.Parent(read);
  const auto* method = finding.If<syntax::Attribute>(outer);
  if (!method || method->name != "append") return {};
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(outer));
  return call && call->callee == outer && HasOnly(*call, 1, {}) ? call->args[0].value
                                                                : syntax::ExprId();
}

// Whether the read leaves the list as it is: by a builtin, by torch, of one item, or of a part,
// which is another list.
inline bool LeavesList(const Finding& finding, syntax::ExprId read) {
  const auto* item = finding.If<syntax::Subscript>(finding.parents.Parent(read));
  if (item && item->object == read) return !IsTarget(finding, finding.parents.Parent(read));
  if (SortsInPlace(finding, read)) return true;
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(read));
  if (!call || call->callee == read) return false;
  const std::string_view builtin = finding.BuiltinName(call->callee);
  return builtin == "sorted" || builtin == "len" || builtin == "sum" ||
         finding.NameOf(call->callee).starts_with("torch.");
}

// The variable that the call sorts, in a statement of its own; None: it does something else.
inline syntax::ExprId SortedInPlace(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.parents.Statement(expr));
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!stmt || stmt->value != expr || !method || !finding.If<syntax::Name>(method->object))
    return {};
  return SortsInPlace(finding, method->object) ? method->object : syntax::ExprId();
}

// The order that `reverse` asks for, as an argument of torch's sorts behind another one.
inline std::string OrderOf(const Finding& finding, syntax::ExprId reverse) {
  return !reverse || IsLiteral(finding, reverse, syntax::LiteralKind::False)
             ? ""
             : ", descending=" + Render(finding, reverse);
}

// How the sorted list differs from Python's, which holds the tensors themselves.
inline constexpr std::string_view kCopiedList =
    "the list holds new tensors of one dtype that share their memory, so that autograd refuses "
    "changes of them in place, which do not reach the tensors that were sorted; each requires a "
    "gradient where one does, and one that is not used gets a zero gradient; where a caller turns "
    "gradients off, they have none";

// Why the tensors of a list that the function sorts cannot be new ones.
inline std::optional<Declined> WhyNotCopied(const Finding& in_function, syntax::ExprId sort) {
  if (ChangesAnything(in_function)) return Declined{std::string(kChanged)};
  if (RunsWithoutGradients(in_function, in_function.parents.Statement(sort)))
    return Declined{"new tensors that are made where gradients are off have none"};
  return std::nullopt;
}

}  // namespace graphmend::fix
