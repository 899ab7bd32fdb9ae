// Sizes of a tensor that are compared all at once with a list or a tuple of numbers, some of which
// are 0-d tensors: list(x.size()) == [rows, n, 3]. Python compares one after the other.
#pragma once

#include <optional>
#include <string>

#include "fix/arguments.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/terms.h"

namespace graphmend::fix {

struct ComparedSizes {
  std::string numbers;  // "x.dim() == 3 and x.size(0) == rows and x.size(2) == 3": Python decides
  std::string tensors;  // "x.size(1) == n": a 0-d tensor
};

// The tensor of `x.size()` or `x.shape`, which is read twice without harm; none for anything else.
inline syntax::ExprId SizedTensor(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (call && !call->args.empty()) return {};
  const auto* read = finding.If<syntax::Attribute>(call ? call->callee : expr);
  if (!read || read->name != (call ? "size" : "shape")) return {};
  return IsPlainRead(finding, read->object) && IsTensor(finding.Fact(read->object))
             ? read->object
             : syntax::ExprId();
}

// The test as its two sides: the tensor whose sizes are compared, and the numbers that they are
// compared with.
struct SizesAndNumbers {
  syntax::ExprId tensor;
  syntax::ExprList numbers;
};

inline std::optional<SizesAndNumbers> SidesOf(const Finding& finding, syntax::ExprId test) {
  const auto* compare = finding.If<syntax::Compare>(test);
  if (!compare || compare->ops.size() != 1 || compare->ops[0] != syntax::CompareOp::Eq)
    return std::nullopt;
  const auto* items = finding.If<syntax::Sequence>(compare->rights[0]);
  const auto* call = finding.If<syntax::Call>(compare->left);
  const std::string_view made = call ? finding.BuiltinName(call->callee) : std::string_view();
  const bool converted = (made == "list" || made == "tuple") && call->args.size() == 1;
  const auto kind = made == "list" ? syntax::SequenceKind::List : syntax::SequenceKind::Tuple;
  const syntax::ExprId tensor =
      SizedTensor(finding, converted ? call->args[0].value : compare->left);
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (!items || items->kind != kind || !fact.tensor || fact.tensor->numpy) return std::nullopt;
  return SizesAndNumbers{tensor, items->items};
}

// A variable or an attribute that is a 0-d tensor.
inline bool IsCount(const Finding& finding, syntax::ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  return IsTensor(fact) && fact.tensor && fact.tensor->rank == 0 && !fact.tensor->numpy &&
         IsPlainRead(finding, expr);
}

// What the test reads as; none where it is something else.
inline std::optional<ComparedSizes> ComparedSizesOf(const Finding& finding, const Terms& terms,
                                                    syntax::ExprId test) {
  const std::optional<SizesAndNumbers> sides = SidesOf(finding, test);
  if (!sides) return std::nullopt;
  const std::string tensor = RenderOperand(finding, sides->tensor);
  ComparedSizes out;
  out.numbers = tensor + ".dim() == " + std::to_string(sides->numbers.size());
  int several = 0;
  for (std::size_t i = 0; i < sides->numbers.size(); ++i) {
    const syntax::ExprId item = sides->numbers[i];
    const bool counted = IsCount(finding, item);
    if (!counted && terms.Effects(item)) return std::nullopt;
    const bool binds = finding.If<syntax::Binary>(item) != nullptr;  // more than `==` does
    const std::string text = tensor + ".size(" + std::to_string(i) + ") == " +
                             (binds ? Render(finding, item) : RenderOperand(finding, item));
    if (!counted) out.numbers += " and " + text;
    else if (out.tensors.empty()) out.tensors = text;
    else out.tensors = (several++ ? out.tensors : "(" + out.tensors + ")") + " & (" + text + ")";
  }
  return out.tensors.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace graphmend::fix
