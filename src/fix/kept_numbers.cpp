#include "fix/kept_numbers.h"

#include <algorithm>

#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

bool KeptNumbers::Is(ExprId expr, bool whole) {
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (whole ? fact.Is(FactKind::Int) : fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar))
    return true;
  if (const auto* binary = finding_.If<syntax::Binary>(expr))
    return IsLinear(binary->op) && !(whole && binary->op == syntax::BinaryOp::Div) &&
           Is(binary->left, whole) && Is(binary->right, whole);
  const auto* call = finding_.If<syntax::Call>(expr);
  const std::string_view called = call ? finding_.BuiltinName(call->callee) : std::string_view();
  if (called == "max" || called == "min" || called == "abs")
    return !call->args.empty() &&
           std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
             return arg.kind == syntax::ArgKind::Positional && Is(arg.value, whole);
           });
  const auto* field = finding_.If<syntax::Attribute>(expr);
  return field && fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar, FactKind::Unknown) &&
         finding_.Fact(field->object).Is(FactKind::Object) && Is(*field, whole);
}

bool KeptNumbers::IsBeginning(ExprId value, bool whole) const {
  using syntax::LiteralKind;
  const auto* literal = finding_.If<syntax::Literal>(value);
  if (literal)
    return literal->kind == LiteralKind::Int || (!whole && literal->kind == LiteralKind::Float);
  const syntax::FunctionId function = finding_.parents.FunctionOf(value);
  return !whole && function && finding_.tree()[function].name.text() == "__init__" &&
         finding_.Fact(value).kinds == 0;
}

// By induction: the facts know no more than what it begins with.
bool KeptNumbers::Is(const syntax::Attribute& field, bool whole) {
  const auto [known, is_new] = numbers_[whole].emplace(field.name.str(), true);
  if (!is_new) return known->second;
  for (std::uint32_t i = 0; i < finding_.tree().exprs.size() && known->second; ++i) {
    const auto* target = finding_.If<syntax::Attribute>(ExprId(i));
    if (!target || target->name != field.name || !IsTarget(finding_, ExprId(i))) continue;
    const syntax::StmtId stmt = finding_.parents.Statement(ExprId(i));
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    if (assign && IsBeginning(assign->value, whole)) continue;
    known->second = assign
                        ? assign->targets.size() == 1 && assign->targets[0] == ExprId(i) &&
                              Is(assign->value, whole)
                        : aug && IsLinear(aug->op) &&
                              !(whole && aug->op == syntax::BinaryOp::Div) && Is(aug->value, whole);
  }
  return known->second;
}

}  // namespace graphmend::fix
