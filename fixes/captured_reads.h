// What numbers are read from that a graph captures, and how they are written.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fix/arguments.h"
#include "fix/finding.h"
#include "fix/gradients.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/terms.h"
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

// Whether what it reads is kept as it is: an int of any size, a float.
inline bool IsCapturable(const Finding& finding, const HostRead& read) {
  const auto& tensor = finding.Fact(read.tensor).tensor;
  if (tensor && (tensor->dtype == values::DType::Bool || tensor->dtype == values::DType::Complex))
    return false;
  if (tensor && read.how == "tolist" && tensor->dtype == values::DType::Float) return false;
  return IsNewTensor(finding, read.tensor) || IsWithoutGradients(finding) ||
         !IsChangedInPlace(finding, read.tensor);
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

// What a container is indexed by: the tensor that the number is read from, and what says so:
// `k.item()`, or the index of a list that is a tensor.
struct TableKey {
  syntax::ExprId tensor, expr;
};
inline std::optional<TableKey> TableKeyOf(const Finding& finding) {
  if (finding.kind == infer::ObservationKind::TensorAsInt) {
    const auto* item = finding.If<syntax::Subscript>(finding.expr);
    return item ? std::optional(TableKey{item->index, item->index}) : std::nullopt;
  }
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || (read->how != "item" && read->how != "int")) return std::nullopt;
  const syntax::ExprId key = OnlyReadOf(finding);
  return key ? std::optional(TableKey{read->tensor, key}) : std::nullopt;
}

// In brackets where it goes over several lines.
inline std::string Spread(std::string_view text) {
  const bool several = text.find('\n') != std::string_view::npos;
  return several ? "(" + std::string(text) + ")" : std::string(text);
}

// Whether it reads a tensor where Dynamo does not see that it becomes a size: of one with
// dimensions, which is not read before, this is an internal error (2.13).
inline bool ReadsUnseen(std::string_view function) {
  return function == "torch.arange" || function == "torch.nn.functional.pad";
}

// What a call is given, and what stands in the displays that it is given; whether it does.
inline std::vector<std::pair<syntax::ExprId, bool>> GivenOneByOne(const Finding& finding,
                                                                  const syntax::Call& call) {
  std::vector<std::pair<syntax::ExprId, bool>> given;
  for (const syntax::Arg& arg : call.args) {
    if (const auto* sizes = finding.If<syntax::Sequence>(arg.value))
      for (syntax::ExprId size : sizes->items) given.emplace_back(size, true);
    else given.emplace_back(arg.value, false);
  }
  return given;
}

// The tensors that a call takes as whole numbers, and reads by itself: the symbol would get no
// further than into what it computes of it (PendingUnbackedSymbolNotFound, torch 2.13), so each is
// read before. All of what makes tensors of numbers alone, and of sizes; else the only one besides
// the first tensor. Nothing where it is not known which these are.
inline std::optional<std::vector<syntax::ExprId>> TensorsAsNumbers(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.kind != infer::ObservationKind::TensorAsInt)
    return std::vector<syntax::ExprId>();
  const infer::ExprFact& callee = finding.Fact(call->callee);
  const bool makes = callee.traits.Has(models::Trait::Device);
  const bool part = callee.Name() == "torch.Tensor.narrow" || callee.Name() == "torch.narrow";
  const bool counts = ReadsUnseen(callee.Name()) && makes;
  const syntax::ExprId first = makes ? syntax::ExprId() : Terms(finding).Subject(*call);
  std::vector<syntax::ExprId> numbers;
  std::size_t alone = 0;
  bool fractions = false, several = false;  // a float; one with dimensions
  for (const auto& [value, is_size] : GivenOneByOne(finding, *call)) {
    const infer::ExprFact& fact = finding.Fact(value);
    if (value == first || !IsTensor(fact)) continue;
    alone += !is_size;
    fractions |= fact.tensor->dtype == values::DType::Float;
    several |= fact.Rank() > 0;
    const bool whole =
        fact.tensor->dtype == values::DType::Int || fact.tensor->dtype == values::DType::Unknown;
    if ((whole || counts) && fact.Rank() <= 0) numbers.push_back(value);
  }
  if ((alone > 1 || fractions) && !makes && !part) return std::nullopt;
  if (several && ReadsUnseen(callee.Name())) return std::nullopt;
  return numbers;
}

}  // namespace graphmend::fix
