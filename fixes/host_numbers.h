// What fixes of numbers that are read from a tensor share.
#pragma once

#include <string>
#include <string_view>

#include "fix/reads.h"

namespace graphmend::fix {

inline bool IsIntTensor(const infer::ExprFact& fact) {
  return fact.Is(infer::FactKind::Tensor) && fact.tensor &&
         fact.tensor->dtype == values::DType::Int;
}

// The receiver of `t.item()`.
inline syntax::ExprId ReadByItem(const Finding& finding, syntax::ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  return read && read->how == "item" ? read->tensor : syntax::ExprId();
}

// "t" of "t.item()", brackets included.
inline std::string WithoutCall(const Finding& finding, syntax::ExprId expr) {
  const auto* method = finding.If<syntax::Attribute>(finding.If<syntax::Call>(expr)->callee);
  const std::uint32_t begin = finding.tree()[expr].span.begin;
  std::string_view text = finding.Text(source::Span{begin, method->name_span.begin});
  return std::string(text.substr(0, text.rfind('.')));
}

}  // namespace graphmend::fix
