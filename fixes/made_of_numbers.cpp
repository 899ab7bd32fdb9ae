#include "fixes/made_of_numbers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {

// What graphmend.constants computes, by the name of a function of torch or a method of a tensor.
constexpr auto kMakes = std::to_array<std::string_view>(
    {"tensor", "as_tensor", "zeros", "ones", "full", "arange", "scalar_tensor"});
constexpr auto kComputes = std::to_array<std::string_view>(
    {"unbind",     "select",   "narrow",    "unsqueeze",    "squeeze",  "flatten", "view",
     "reshape",    "permute",  "transpose", "t",            "expand",   "clone",   "contiguous",
     "stack",      "cat",      "concat",    "chunk",        "split",    "flip",    "detach",
     "new_tensor", "new_ones", "new_full",  "new_zeros",    "add",      "sub",     "mul",
     "neg",        "abs",      "eq",        "ne",           "lt",       "le",      "gt",
     "ge",         "minimum",  "maximum",   "max",          "min",      "amax",    "amin",
     "sum",        "prod",     "cumsum",    "floor_divide", "remainder", "any",    "all",
     "to",         "long",     "int",       "float",        "double",   "bool"});

bool IsIn(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

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
  const auto all = [&](syntax::ExprList parts) {
    return std::all_of(parts.begin(), parts.end(), [&](ExprId part) { return IsMade(part); });
  };
  bool made = false;
  if (finding_.If<syntax::Name>(expr)) {
    const syntax::FunctionId function = finding_.parents.FunctionOf(expr);
    const auto slot = function ? In(function).SlotOf(expr) : std::nullopt;
    made = slot && VariableIsMade(function, *slot);
  } else if (const auto* binary = finding_.If<syntax::Binary>(expr)) {
    made = IsMade(binary->left) && IsMade(binary->right);
  } else if (const auto* unary = finding_.If<syntax::Unary>(expr)) {
    made = unary->op != syntax::UnaryOp::Not && IsMade(unary->operand);
  } else if (const auto* compare = finding_.If<syntax::Compare>(expr)) {
    made = compare->rights.size() == 1 && IsMade(compare->left) && all(compare->rights);
  } else if (const auto* item = finding_.If<syntax::Subscript>(expr)) {
    made = IsMade(item->object) && IsMade(item->index);
  } else if (const auto* slice = finding_.If<syntax::Slice>(expr)) {
    made = (!slice->lower || IsMade(slice->lower)) && (!slice->upper || IsMade(slice->upper)) &&
           (!slice->step || IsMade(slice->step));
  } else if (const auto* display = finding_.If<syntax::Sequence>(expr)) {
    made = all(display->items);
  } else if (const auto* call = finding_.If<syntax::Call>(expr)) {
    made = CallIsMade(*call);
  } else if (const auto* literal = finding_.If<syntax::Literal>(expr)) {
    made = literal->kind == syntax::LiteralKind::Int || literal->kind == syntax::LiteralKind::Ellipsis;
  }
  --depth_;
  return made;
}

bool MadeOfNumbers::CallIsMade(const syntax::Call& call) {
  const std::string_view full = finding_.NameOf(call.callee);
  const std::size_t dot = full.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view module = full.substr(0, dot), name = full.substr(dot + 1);
  const bool is_method = module == "torch.Tensor";
  if (!is_method && module != "torch") return false;
  if (!IsIn(kComputes, name) && (is_method || !IsIn(kMakes, name))) return false;
  const auto* method = is_method ? finding_.If<syntax::Attribute>(call.callee) : nullptr;
  if (method && !IsMade(method->object)) return false;
  return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    if (arg.kind == syntax::ArgKind::Keyword && (arg.name == "device" || arg.name == "dtype"))
      return true;
    if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Keyword)
      return false;
    return IsMade(arg.value) || (name == "to" && IsNoTensor(finding_.Fact(arg.value)));
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
