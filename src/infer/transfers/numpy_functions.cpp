// What NumPy's functions give of numbers, whose value Dynamo knows, and of arrays.
#include <algorithm>
#include <string_view>

#include "infer/interpret/operands.h"
#include "infer/transfers/tensor_facts.h"

namespace graphmend::infer::transfers {

namespace {

template <std::size_t N>
bool IsOneOf(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view kReduce[] = {"prod",    "sum",           "max",        "min",     "amax",
                                        "amin",    "mean",          "median",     "std",     "var",
                                        "argmax",  "argmin",        "any",        "all",     "ptp",
                                        "average", "count_nonzero", "percentile", "quantile"};
constexpr std::string_view kReal[] = {
    "mean",        "median",  "std",   "var",       "average",  "percentile",  "quantile", "divide",
    "true_divide", "arctan2", "hypot", "logaddexp", "copysign", "float_power", "rint",     "fabs"};
constexpr std::string_view kWhole[] = {"argmax", "argmin", "count_nonzero"};
constexpr std::string_view kTests[] = {"any",         "all",         "isnan",        "isinf",
                                       "isfinite",    "logical_not", "logical_and",  "logical_or",
                                       "logical_xor", "equal",       "not_equal",    "less",
                                       "less_equal",  "greater",     "greater_equal"};
constexpr std::string_view kProducts[] = {"dot", "inner", "vdot", "trace"};

// NumPy's reductions give a scalar of a flat sequence where no axis is given.
bool GivesScalar(const TransferCall& call, std::string_view name) {
  return call.args.size() == 1 && IsOneOf(name, kReduce);
}

// What the function makes of arrays: of one a reduction, or else element by element.
Tensor OfArrays(const TransferCall& call, std::string_view name) {
  const bool reduces = IsOneOf(name, kReduce);
  Tensor out = reduces ? Like(call) : Broadcast(call);
  if (reduces) {
    const bool by_position = call.Passed(1).value != ValueId();  // an axis, or where to look
    out.rank = by_position ? std::int8_t{-1} : ReducedRank(call, out.rank);
  }
  if (IsOneOf(name, kProducts)) out.rank = -1;
  const DType before = out.dtype;
  if (IsOneOf(name, kTests)) out.dtype = DType::Bool;
  else if (IsOneOf(name, kWhole)) out.dtype = DType::Int;
  else if (IsOneOf(name, kReal) && before < DType::Float) out.dtype = DType::Float;
  else if (reduces && before == DType::Bool) out.dtype = DType::Int;
  if (out.dtype != before || reduces) out.exact = {};
  out.numpy = true;
  return out;
}

}  // namespace

Ref np_scalar(const TransferCall& call) {
  const std::string_view name = call.name.substr(call.name.rfind('.') + 1);
  if (call.FirstTensor()) {
    const Tensor made = OfArrays(call, name);
    return {call.unit.values.Intern(made), call.Made(made).origin};
  }
  Tensor out;
  constexpr std::string_view kKeepInts[] = {"prod", "sum",     "max",     "min",      "amax",
                                            "amin", "maximum", "abs",     "absolute", "lcm",
                                            "gcd",  "clip",    "minimum", "sign",     "negative"};
  values::Known known = values::Known::Yes;
  bool whole = true;  // made of ints only
  for (const CallArgument& a : call.args) {
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    const auto* g = call.unit.values.If<values::Guarded>(a.value);
    if (call.unit.values.If<values::Class>(a.value)) continue;  // the class of np.int64(4)
    if (a.kind == syntax::ArgKind::Positional) known = std::min(known, KnownOf(call.unit, a.value));
    if ((c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float))
      out.dtype = DType::Float;
    Ref part = a.value;
    while (const auto* s = call.unit.values.If<values::Sequence>(part))
      part = s->items.empty() ? call.unit.None() : values::JoinAll(call.unit.values, s->items);
    whole &= a.kind == syntax::ArgKind::Positional && NumberType(call.unit, part) == PyType::Int;
  }
  if (whole && !call.args.empty() &&
      std::find(std::begin(kKeepInts), std::end(kKeepInts), name) != std::end(kKeepInts))
    out.dtype = DType::Int;
  // Dynamo folds these as it folds torch.tensor(3): the value is known, but not for a branch.
  // What is made outside comes in as an input.
  if (known == values::Known::Yes || GivesScalar(call, name)) out.rank = 0;
  out.known = call.Compiled() ? known : values::Known::No;
  out.numpy = true;
  return {call.unit.values.Intern(out), call.Made(out).origin};
}

}  // namespace graphmend::infer::transfers
