// What numbers are read from that a graph captures, and how they are written.
#pragma once

#include <string>
#include <string_view>

#include "fix/arguments.h"
#include "fix/finding.h"
#include "fix/renderer.h"
#include "fix/variables.h"

namespace graphmend::fix {

// Where what a number is read from comes into the graph as it is, inductor fails at slices that
// it bounds: a copy is computed in the graph (torch 2.13).
inline bool IsHeld(const Finding& finding, syntax::ExprId tensor) {
  return finding.If<syntax::Name>(tensor) || finding.If<syntax::Attribute>(tensor) ||
         finding.If<syntax::Subscript>(tensor);
}

// What a number that bounds a slice is read from.
inline std::string ReadFrom(const Finding& finding, syntax::ExprId tensor) {
  return RenderOperand(finding, tensor) + (IsHeld(finding, tensor) ? ".clone()" : "");
}

inline bool IsWhole(const Finding& finding, syntax::ExprId tensor) {
  const auto& fact = finding.Fact(tensor).tensor;
  return fact && fact->dtype == values::DType::Int;
}

inline bool HasKnownDType(const Finding& finding, syntax::ExprId tensor) {
  const auto& fact = finding.Fact(tensor).tensor;
  return fact && fact->dtype != values::DType::Unknown;
}

// What the finding reads, or the only read of the variable that it is assigned to; none where that
// is read more often.
inline syntax::ExprId OnlyReadOf(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr || assign->targets.size() != 1) return finding.expr;
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(finding.expr);
  if (!slot) return {};
  const std::vector<syntax::ExprId> reads = variables.Reads(*slot);
  return reads.size() == 1 ? reads[0] : syntax::ExprId();
}

// In brackets where it goes over several lines.
inline std::string Spread(std::string_view text) {
  const bool several = text.find('\n') != std::string_view::npos;
  return several ? "(" + std::string(text) + ")" : std::string(text);
}

// Where a part begins that `narrow` takes as a tensor and reads by itself, so that the symbol does
// not get out of it (PendingUnbackedSymbolNotFound, torch 2.13): it is read before. None elsewhere.
inline syntax::ExprId StartOfNarrow(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  const bool bound = name == "torch.Tensor.narrow";
  if (!bound && name != "torch.narrow") return {};
  const syntax::ExprId start = Argument(*call, bound ? 1 : 2, "start");
  return start && IsTensor(finding.Fact(start)) ? start : syntax::ExprId();
}

}  // namespace graphmend::fix
