// What fixes of numbers that are read from a tensor share.
#pragma once

#include <string>
#include <string_view>

#include "fix/function_flows.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/renderer.h"

namespace graphmend::fix {

// Whether the function changes anything in place, or calls one that does.
inline bool ChangesAnything(const Finding& finding) {
  bool changes = false;
  ForEachInside(finding, finding.tree()[finding.function].span,
                [&](syntax::ExprId part) { changes = changes || IsChanged(finding, part); });
  return changes || ChangesByCalls(finding);
}

// Whether something else that the function changes in place may be the tensor, or hold it: what
// came by a variable has other names.
inline bool MayBeChangedByAlias(const Finding& finding, syntax::ExprId tensor) {
  if (IsNewTensor(finding, tensor)) return false;
  while (const auto* item = finding.If<syntax::Subscript>(tensor)) tensor = item->object;
  return ChangesByCalls(finding) ||
         (!finding.If<syntax::Attribute>(tensor) && ChangesWhatIsHeld(finding));
}

// What makes a tensor that is read stay as it is, where the function changes any in place.
inline std::string_view Copied(const Finding& finding, syntax::ExprId tensor) {
  return !IsNewTensor(finding, tensor) && ChangesAnything(finding) ? ".clone()" : "";
}

inline bool IsIntTensor(const infer::ExprFact& fact) {
  return fact.Is(infer::FactKind::Tensor) && fact.tensor &&
         fact.tensor->dtype == values::DType::Int;
}

// The receiver of `t.item()`.
inline syntax::ExprId ReadByItem(const Finding& finding, syntax::ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  return read && read->how == "item" ? read->tensor : syntax::ExprId();
}

// Whether a 0-d tensor of whole numbers selects it: `table[t]`.
inline bool IsSelectedByTensor(const Finding& finding, syntax::ExprId tensor) {
  const auto* item = finding.If<syntax::Subscript>(tensor);
  return item && IsTensor(finding.Fact(item->object)) && IsIntTensor(finding.Fact(item->index)) &&
         finding.Fact(item->index).Rank() == 0;
}

// The tensor that is read, as an operand; what a 0-d tensor selects as `table[t.reshape(1)][0]`:
// AOTAutograd asks for the number of such an index, and under fullgraph raises (torch 2.13).
inline std::string ReadOperand(const Finding& finding, syntax::ExprId tensor) {
  if (!IsSelectedByTensor(finding, tensor)) return RenderOperand(finding, tensor);
  const auto& item = *finding.If<syntax::Subscript>(tensor);
  return RenderOperand(finding, item.object) + "[" + RenderOperand(finding, item.index) +
         ".reshape(1)][0]";
}

// "t" of "t.item()", brackets included.
inline std::string WithoutCall(const Finding& finding, syntax::ExprId expr) {
  const auto* method = finding.If<syntax::Attribute>(finding.If<syntax::Call>(expr)->callee);
  if (IsSelectedByTensor(finding, method->object)) return ReadOperand(finding, method->object);
  const std::uint32_t begin = finding.tree()[expr].span.begin;
  std::string_view text = finding.Text(source::Span{begin, method->name_span.begin});
  return std::string(text.substr(0, text.rfind('.')));
}

}  // namespace graphmend::fix
