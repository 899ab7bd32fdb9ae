// What reads the values of a tensor for Python.
#pragma once

#include <optional>
#include <string_view>

#include "fix/finding.h"

namespace graphmend::fix {

struct HostRead {
  syntax::ExprId tensor;  // the receiver, or the argument, of which the caller asks what it is
  std::string_view how;   // "item", "tolist"; "int", "float", "bool", "str", "repr"

  bool IsMethod() const { return how == "item" || how == "tolist"; }
  bool IsText() const { return how == "str" || how == "repr"; }
};

// `t.item()`, `t.tolist()` of a tensor; `int(x)`, `float(x)`, `bool(x)`, `str(x)`, `repr(x)` of
// anything. Nullopt for every other expression, and for `{}`.
std::optional<HostRead> HostReadOf(const Finding& finding, syntax::ExprId expr);

// Whether the expression is `max` or `min` of the number and a literal.
bool IsBoundOf(const Finding& finding, syntax::ExprId expr, syntax::ExprId number);

// Whether a use of a number, where it is a 0-d tensor, gives what it gave: an operand beside a
// tensor, perhaps after max or min with a constant; an index of a tensor that is read, perhaps
// with constants added.
bool ServesAsTensor(const Finding& finding, syntax::ExprId use);

// Whether such a use is an index of a tensor.
bool SelectsByIt(const Finding& finding, syntax::ExprId use);

// Whether nothing but the expression holds what it gives, so that it stays as it is when a tensor
// of the function is changed in place later.
bool IsNewTensor(const Finding& finding, syntax::ExprId expr);

// Whether a statement gives the place a value, alone or among others, or deletes it.
bool IsTarget(const Finding& finding, syntax::ExprId place);

// Whether what the place holds is changed right here: t += 1, t[i] = 1, t.add_(1), out=t.
bool IsChanged(const Finding& finding, syntax::ExprId place);

// Whether it is, or is stored into among other targets: t[i], other = 1, 2; for t[i] in rows.
bool IsWrittenTo(const Finding& finding, syntax::ExprId place);

// Whether a variable or attribute that the expression reads is changed in place in the function, an
// attribute anywhere in the file. A gradient through even a copy of what changes is wrong under
// AOTAutograd: it sees the change (torch 2.13, measured).
bool IsChangedInPlace(const Finding& finding, syntax::ExprId expr);
inline constexpr std::string_view kChanged =
    "the tensor is changed in place, and compiled gradients would see the change; assign a new one";

// Whether no known call gets to where the variable is read, though one gets into the function.
bool IsUnreached(const Finding& finding, syntax::ExprId variable);

// Whether the analysis knows something of the code of the function.
bool WasFollowed(const Finding& finding, syntax::FunctionId function);

// No tensor, in any call.
inline bool IsNoTensor(const infer::ExprFact& fact) {
  return fact.kinds != 0 && !fact.MayBe(infer::FactKind::Tensor) &&
         !fact.MayBe(infer::FactKind::Undeclared) && !fact.MayBe(infer::FactKind::Unknown);
}

// Whether the expression is evaluated whenever, and as often as, the whole one is that it is a part
// of: it stands on no side of a choice, and in no comprehension or lambda.
bool IsEvaluatedWithWhole(const Finding& finding, syntax::ExprId expr);

// Whether the statement is a loop, or stands in one.
bool IsInLoop(const Finding& finding, syntax::StmtId stmt);

// A tensor of torch, not an array, in every call.
inline bool IsTensor(const infer::ExprFact& fact) {
  return fact.Is(infer::FactKind::Tensor) && fact.tensor && !fact.tensor->numpy;
}

}  // namespace graphmend::fix
