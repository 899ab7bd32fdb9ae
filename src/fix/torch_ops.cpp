#include "fix/torch_ops.h"

#include <algorithm>
#include <array>
#include <span>

namespace graphmend::fix {
namespace {

using Names = std::span<const std::string_view>;

// Linear or piecewise linear, so that the gradient is the incoming one, scaled by a constant or
// selected.
constexpr std::string_view kSafeElementwise[] = {
    "clamp",     "clamp_min",   "clamp_max",  "clip",       "relu",     "relu6",     "neg",
    "negative",  "abs",         "absolute",   "leaky_relu", "hardtanh", "clone",     "zeros_like",
    "ones_like", "masked_fill", "nan_to_num", "sign",       "round",    "floor",     "ceil",
    "trunc",     "tril",        "triu",       "flip",       "roll",     "full_like", "hardsigmoid"};
// A bounded derivative: zero times it is zero as long as what comes in is finite.
constexpr std::string_view kElementwise[] = {
    "sigmoid", "tanh",        "gelu",       "silu",      "mish",       "softplus",   "elu",
    "selu",    "celu",        "exp",        "expm1",     "log",        "log2",       "log10",
    "log1p",   "sqrt",        "rsqrt",      "square",    "reciprocal", "sin",        "cos",
    "tan",     "asin",        "acos",       "atan",      "erf",        "erfc",       "erfinv",
    "softmax", "log_softmax", "logsigmoid", "hardswish", "softsign",   "tanhshrink", "cumsum",
    "cumprod", "sinh",        "cosh",       "frac",      "logit",      "normalize",  "layer_norm",
    "softmin"};
constexpr std::string_view kCombining[] = {
    "add",         "sub",          "subtract", "mul",     "multiply",    "div",
    "divide",      "true_divide",  "pow",      "maximum", "minimum",     "fmin",
    "fmax",        "where",        "lerp",     "addcmul", "addcdiv",     "remainder",
    "fmod",        "floor_divide", "atan2",    "hypot",   "bitwise_and", "bitwise_or",
    "bitwise_xor", "__and__",      "__or__",   "__xor__"};
constexpr std::string_view kTests[] = {"isnan",       "isinf",       "isfinite",   "isposinf",
                                       "isneginf",    "eq",          "ne",         "lt",
                                       "le",          "gt",          "ge",         "not_equal",
                                       "less",        "less_equal",  "greater",    "greater_equal",
                                       "logical_not", "logical_and", "logical_or", "logical_xor",
                                       "isclose",     "isin",        "signbit"};
constexpr std::string_view kReductions[] = {"sum",           "mean",
                                            "any",           "all",
                                            "max",           "min",
                                            "amax",          "amin",
                                            "aminmax",       "norm",
                                            "std",           "var",
                                            "prod",          "median",
                                            "argmax",        "argmin",
                                            "count_nonzero", "logsumexp",
                                            "nansum",        "nanmean",
                                            "topk",          "sort",
                                            "argsort",       "mse_loss",
                                            "l1_loss",       "cosine_similarity",
                                            "vector_norm",   "std_mean",
                                            "var_mean",      "nanmedian"};
constexpr std::string_view kViews[] = {
    "view",      "reshape",    "transpose", "permute", "squeeze",  "unsqueeze",    "expand",
    "expand_as", "flatten",    "t",         "narrow",  "select",   "unbind",       "chunk",
    "split",     "to",         "float",     "half",    "bfloat16", "double",       "long",
    "int",       "bool",       "type",      "cpu",     "cuda",     "type_as",      "real",
    "movedim",   "swapaxes",   "unflatten", "view_as", "diagonal", "broadcast_to", "ravel",
    "detach",    "contiguous", "as_tensor"};
constexpr std::string_view kShaping[] = {
    "cat",      "concat",       "stack",          "zeros",      "ones",
    "full",     "tensor",       "arange",         "linspace",   "eye",
    "gather",   "index_select", "repeat",         "new_zeros",  "new_ones",
    "new_full", "pad",          "outer",          "tile",       "new_tensor",
    "scatter",  "scatter_add",  "index_add",      "index_fill", "meshgrid",
    "rot90",    "diag",         "take_along_dim", "empty_like", "masked_scatter"};
constexpr std::string_view kCostly[] = {"matmul",    "mm",          "bmm",    "linear", "einsum",
                                        "baddbmm",   "addmm",       "conv1d", "conv2d", "conv3d",
                                        "tensordot", "interpolate", "mv",     "dot"};
// Modules without state and without random numbers that cannot work in place; those with parameters
// cost.
constexpr std::string_view kModules[] = {"GELU",     "Sigmoid",    "Tanh",     "Softmax",
                                         "Softplus", "LogSoftmax", "Softsign", "LogSigmoid"};
constexpr std::string_view kCostlyModules[] = {"Linear",    "Conv1d",  "Conv2d",    "Conv3d",
                                               "LayerNorm", "RMSNorm", "GroupNorm", "Bilinear"};
constexpr std::string_view kHost[] = {"torch.finfo",
                                      "torch.iinfo",
                                      "len",
                                      "isinstance",
                                      "torch.Tensor.size",
                                      "torch.Tensor.dim",
                                      "torch.Tensor.numel",
                                      "torch.Tensor.is_floating_point",
                                      "torch.is_tensor",
                                      "torch.numel",
                                      "float",
                                      "int",
                                      "torch.Tensor.ndimension",
                                      "torch.is_floating_point",
                                      "math.sqrt",
                                      "math.prod",
                                      "math.log",
                                      "math.ceil",
                                      "math.floor",
                                      "torch.get_default_dtype",
                                      "torch.device",
                                      "torch.Size.numel",
                                      "hasattr",
                                      "torch.is_grad_enabled"};

bool Holds(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Operation OperationOf(std::string_view qualified) {
  if (qualified.starts_with("builtins.")) qualified.remove_prefix(9);
  if (Holds(kHost, qualified)) return {OpKind::Host, true};
  if (qualified == "abs") return {OpKind::Elementwise, true};
  if (qualified == "max" || qualified == "min") return {OpKind::Combining, false};
  constexpr std::string_view kModule = "torch.nn.modules.";
  const std::size_t dot = qualified.rfind('.');
  if (dot == std::string_view::npos || !qualified.starts_with("torch")) return {};
  std::string_view name = qualified.substr(dot + 1), owner = qualified.substr(0, dot);
  if (owner == "torch.nn" || owner.starts_with(kModule)) {
    if (Holds(kModules, name)) return {OpKind::Elementwise, false};
    return {Holds(kCostlyModules, name) ? OpKind::Costly : OpKind::Unknown, false};
  }
  if (owner != "torch" && owner != "torch.Tensor" && owner != "torch.nn.functional" &&
      owner != "torch.linalg" && owner != "torch.special")
    return {};
  if (Holds(kSafeElementwise, name)) return {OpKind::Elementwise, true};
  if (Holds(kElementwise, name)) return {OpKind::Elementwise, false};
  if (Holds(kCombining, name)) return {OpKind::Combining, false};
  if (Holds(kTests, name)) return {OpKind::Test, true};
  if (Holds(kReductions, name)) return {OpKind::Reduction, false};
  if (Holds(kViews, name)) return {OpKind::View, false};
  if (Holds(kShaping, name)) return {OpKind::Shaping, false};
  return {Holds(kCostly, name) ? OpKind::Costly : OpKind::Unknown, false};
}

}  // namespace graphmend::fix
