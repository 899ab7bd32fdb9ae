#include "fixes/made_of_numbers.h"

#include <algorithm>

#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

// `2`, `x.shape[0]`, `[(3, 4), x.shape]`
bool MadeOfNumbers::IsNumber(ExprId expr) const {
  const std::uint32_t numbers = infer::Bits(FactKind::Int, FactKind::Float, FactKind::Bool);
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (fact.OneOf(FactKind::List, FactKind::Tuple))
    return fact.leaves != 0 && (fact.leaves & ~numbers) == 0;
  return fact.kinds != 0 && (fact.kinds & ~numbers) == 0;
}

bool MadeOfNumbers::IsMade(ExprId expr) {
  constexpr int kDeepest = 40;
  if (!expr || depth_ > kDeepest) return false;
  if (IsNumber(expr)) return true;
  ++depth_;
  const syntax::FunctionId function =
      finding_.If<syntax::Name>(expr) ? finding_.parents.FunctionOf(expr) : syntax::FunctionId();
  const auto slot = function ? In(function).SlotOf(expr) : std::nullopt;
  const auto* call = finding_.If<syntax::Call>(expr);
  const bool made = slot   ? VariableIsMade(function, *slot)
                    : call ? CallIsMade(*call)
                           : IsComputed(expr) && PartsAreMade(expr);
  --depth_;
  return made;
}

// Whether it asks Python for no truth, and is no name.
bool MadeOfNumbers::IsComputed(ExprId expr) const {
  if (const auto* unary = finding_.If<syntax::Unary>(expr))
    return unary->op != syntax::UnaryOp::Not;
  if (const auto* compare = finding_.If<syntax::Compare>(expr)) return compare->rights.size() == 1;
  if (const auto* literal = finding_.If<syntax::Literal>(expr))
    return literal->kind == syntax::LiteralKind::Ellipsis;
  return finding_.If<syntax::Binary>(expr) || finding_.If<syntax::Subscript>(expr) ||
         finding_.If<syntax::Slice>(expr) || finding_.If<syntax::Sequence>(expr);
}

bool MadeOfNumbers::PartsAreMade(ExprId expr) {
  bool made = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { made = made && IsMade(part); });
  return made;
}

bool MadeOfNumbers::CallIsMade(const syntax::Call& call) {
  if (!finding_.Fact(call.callee).traits.Has(models::Trait::Exact)) return false;
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const bool of_tensor = method && finding_.Fact(method->object).MayBe(FactKind::Tensor);
  if (of_tensor && !IsMade(method->object)) return false;
  return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Keyword)
      return false;
    // Devices and dtypes, too.
    const infer::ExprFact& fact = finding_.Fact(arg.value);
    return IsMade(arg.value) || (IsNoTensor(fact) && !fact.holds_tensor);
  });
}

bool MadeOfNumbers::VariableIsMade(syntax::FunctionId function, std::uint32_t slot) {
  // What is being looked at is taken for made: `at += size` asks for itself.
  const auto [made, is_first] = made_.emplace(std::pair(function.index, slot), true);
  if (is_first) made->second = ValueIsMade(function, slot);
  return made->second;
}

bool MadeOfNumbers::ValueIsMade(syntax::FunctionId function, std::uint32_t slot) {
  const Variables& variables = In(function);
  if (variables.IsCaptured(slot)) return false;
  const auto stores = variables.Stores(slot);
  if (stores.empty() && !variables.IsParameter(slot)) return false;
  return std::all_of(stores.begin(), stores.end(),
                     [&](const flow::Inst* store) { return IsAssignedMade(store->expr); }) &&
         (!variables.IsParameter(slot) || IsPassedMade(function, slot));
}

// What the target gets, alone or among others.
bool MadeOfNumbers::IsAssignedMade(ExprId target) {
  if (!target) return false;
  const syntax::StmtId stmt = finding_.parents.Statement(target);
  if (const auto* assign = finding_.If<syntax::Assign>(stmt)) return IsMade(assign->value);
  if (const auto* aug = finding_.If<syntax::AugAssign>(stmt)) return IsMade(aug->value);
  const auto* loop = finding_.If<syntax::For>(stmt);
  return loop && finding_.tree()[loop->target].span.Contains(finding_.tree()[target].span) &&
         IterableIsMade(loop->iterable);
}

// `shapes`, `enumerate(shapes)`, `zip(shapes, names)`
bool MadeOfNumbers::IterableIsMade(ExprId iterable) {
  const auto* call = finding_.If<syntax::Call>(iterable);
  const std::string_view name = call ? finding_.BuiltinName(call->callee) : std::string_view();
  if (name != "enumerate" && name != "zip") return IsMade(iterable);
  return std::any_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
    return arg.kind == syntax::ArgKind::Positional && IsMade(arg.value);
  });
}

bool MadeOfNumbers::IsPassedMade(syntax::FunctionId function, std::uint32_t param) {
  const std::vector<ExprId> calls = calls_.Of(function);
  return std::any_of(calls.begin(), calls.end(), [&](ExprId call) {
    const ExprId argument = calls_.Argument(call, function, param);
    return argument && IsMade(argument);
  });
}

const Variables& MadeOfNumbers::In(syntax::FunctionId function) {
  std::unique_ptr<Variables>& variables = variables_[function.index];
  if (!variables) variables = std::make_unique<Variables>(finding_, function);
  return *variables;
}

}  // namespace graphmend::fix
