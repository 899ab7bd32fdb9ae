// Texts that are added up: "loss " + str(x).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// What is added up, from left to right; false: something of it is not known to be a text.
inline bool TakeOperands(const Finding& finding, syntax::ExprId expr,
                         std::vector<syntax::ExprId>& operands) {
  const auto* binary = finding.If<syntax::Binary>(expr);
  if (binary && binary->op == syntax::BinaryOp::Add)
    return TakeOperands(finding, binary->left, operands) &&
           TakeOperands(finding, binary->right, operands);
  operands.push_back(expr);
  return finding.Fact(expr).Is(infer::FactKind::Str);
}

// x of `str(x)`; None id: it is no such call.
inline syntax::ExprId ShownByStr(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1 || finding.BuiltinName(call->callee) != "str" ||
      call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  return call->args[0].value;
}

// What stands between the quotes of a literal, where it means the same in a format.
inline std::optional<std::string> PlainText(const Finding& finding, syntax::ExprId expr) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  const std::string_view text = finding.Text(expr);
  if (!literal || literal->kind != syntax::LiteralKind::Str || text.size() < 2 ||
      (text[0] != '"' && text[0] != '\''))
    return std::nullopt;
  const std::string_view inside = text.substr(1, text.size() - 2);
  if (inside.find_first_of("{}\\\n\"'") != std::string_view::npos) return std::nullopt;
  return std::string(inside);
}

}  // namespace graphmend::fix
