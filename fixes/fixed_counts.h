// Counts by bincount that become a tensor of fixed size.
#pragma once

#include <string_view>

#include "fix/declaration.h"

namespace graphmend::fix {

inline constexpr std::string_view kFixedNumberOfCounts =
    "a value of `minlength` or more raises where bincount returns more counts, on a GPU through "
    "a device-side assert after which the process cannot use the GPU";

// A number that says nothing of how many values there are: 0, `size or 0`, a parameter that is 0 or
// None by default.
inline bool MayBeZero(const Finding& finding, syntax::ExprId length) {
  const infer::ExprFact& fact = finding.Fact(length);
  if (!fact.Is(infer::FactKind::Int)) return true;
  if (fact.constant) return fact.constant->integer <= 0;
  if (finding.If<syntax::BoolOp>(length) || finding.If<syntax::Conditional>(length)) return true;
  const auto* name = finding.If<syntax::Name>(length);
  if (!name || !finding.function) return false;
  for (const syntax::Param& param : finding.tree()[finding.function].params)
    if (param.name == name->id && param.default_value) {
      const auto* number = finding.If<syntax::Literal>(param.default_value);
      return !number || number->kind != syntax::LiteralKind::Int || number->integer <= 0;
    }
  return false;
}

}  // namespace graphmend::fix
