#include "fix/reads.h"

namespace graphmend::fix {

std::optional<HostRead> HostReadOf(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const std::string_view name = finding.NameOf(call->callee);
  if (method && call->args.empty()) {
    if (name == "torch.Tensor.item") return HostRead{method->object, "item"};
    if (name == "torch.Tensor.tolist") return HostRead{method->object, "tolist"};
  }
  if (call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  for (std::string_view builtin : {"int", "float", "bool", "str", "repr"})
    if (finding.BuiltinName(call->callee) == builtin) return HostRead{call->args[0].value, builtin};
  return std::nullopt;
}

}  // namespace graphmend::fix
