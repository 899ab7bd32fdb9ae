// What fixes of numbers that Python computes with share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fix/failures.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix {

// Why a number cannot be a tensor, or the tensor that is to be read.
inline std::optional<Declined> WhyNot(const Finding& finding, syntax::ExprId tensor) {
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (fact.tensor->rank != 0 && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (!IsNewTensor(finding, tensor) &&
      (IsChangedInPlace(finding, tensor) || MayBeChangedByAlias(finding, tensor)))
    return Declined{std::string(kChanged)};
  return std::nullopt;
}

// … which `uses` hands on: a function that gets it may change what it was read from before it uses
// it.
inline std::optional<Declined> WhyNot(const Finding& finding, syntax::ExprId tensor,
                                      const NumberUses& uses) {
  for (syntax::FunctionId taker : uses.takers())
    if (!IsNewTensor(finding, tensor) && (!taker || ChangesAnything(finding.In(taker))))
      return Declined{std::string(kChanged)};
  return WhyNot(finding, tensor);
}

// The numbers in the dtype that Python computes them in.
inline std::string_view Conversion(values::DType dtype, const NumberUses& uses) {
  if (!uses.computed()) return "";
  const bool whole = IsWhole(dtype);
  return whole && uses.whole() ? ".long()" : ".double()";
}

inline std::string DifferenceOf(const Finding& finding, const HostRead& read,
                                const NumberUses& uses, std::string_view conversion) {
  const infer::ExprFact& fact = finding.Fact(read.tensor);
  const bool whole = IsWhole(fact.tensor->dtype);
  std::string difference =
      "where the tensor's dtype differs from that of what it is combined with, the result's dtype "
      "or last bits may differ, too; on a GPU a quotient may differ in the last bit";
  difference += uses.Difference();
  // What the mean of complex numbers is, is taken to be floating, too.
  if (!whole && fact.tensor->exact.text().empty() && (!conversion.empty() || read.how == "float"))
    difference += "; only the real part of a complex number is taken";
  if (fact.tensor->rank != 0 && read.how != "tolist")
    difference += "; a tensor of several elements raises a different error";
  if (!read.IsMethod() && !whole)
    difference += "; the warning of `float()` about a tensor that requires a gradient is lost";
  return difference;
}

}  // namespace graphmend::fix
