// Use the literal that a tensor was made of: torch.tensor([1, 0]).tolist(), torch.tensor_split(y,
// torch.tensor([1, 2])).
#include <algorithm>

#include "fix/declaration.h"
#include "fix/rewriter.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::use_literal {
namespace {

using diag::Applicability;
using syntax::ExprId;

// Of as many lists within each other, and as many items in each: others are refused. -1: not so.
// A number counts as none.
int DepthOf(const Finding& finding, ExprId expr) {
  const auto* list = finding.If<syntax::Sequence>(expr);
  if (!list) return 0;
  int depth = 0;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const int inner = DepthOf(finding, list->items[i]);
    const auto* first = finding.If<syntax::Sequence>(list->items[0]);
    const auto* one = finding.If<syntax::Sequence>(list->items[i]);
    if (inner < 0 || (i > 0 && inner != depth)) return -1;
    if (one && one->items.size() != first->items.size()) return -1;
    depth = inner;
  }
  return depth + 1;
}

// Whole numbers only, in brackets to any depth, that 64 bits hold.
bool IsIntList(const Finding& finding, ExprId expr) {
  if (const auto* list = finding.If<syntax::Sequence>(expr))
    return std::all_of(list->items.begin(), list->items.end(),
                       [&](ExprId item) { return IsIntList(finding, item); });
  if (const auto* unary = finding.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Negate && IsIntList(finding, unary->operand);
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int && literal->fits;
}

// tolist() makes lists of tuples, too.
bool HoldsTuple(const Finding& finding, ExprId expr) {
  const auto* list = finding.If<syntax::Sequence>(expr);
  return list && (list->kind != syntax::SequenceKind::List ||
                  std::any_of(list->items.begin(), list->items.end(),
                              [&](ExprId item) { return HoldsTuple(finding, item); }));
}

// The literal that `torch.tensor(literal)` is made of.
ExprId LiteralOf(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  const std::string_view name = finding.NameOf(call->callee);
  if (name != "torch.tensor" && name != "torch.as_tensor") return {};
  const ExprId literal = call->args[0].value;
  return IsIntList(finding, literal) && DepthOf(finding, literal) >= 0 ? literal : ExprId();
}

// The literal as text: `-2 ** 2` and `3.real` would mean something else.
std::string TextFor(const Finding& finding, ExprId literal) {
  const std::string text(finding.Text(literal));
  const ExprId outer = finding.parents.Parent(finding.expr);
  const bool number = !finding.If<syntax::Sequence>(literal);
  const bool apart = finding.If<syntax::Attribute>(outer) ||
                     (finding.If<syntax::Binary>(outer) && text.starts_with('-'));
  return number && apart ? "(" + text + ")" : text;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  Rewriter rewriter(finding);
  if (method && (name == "torch.Tensor.tolist" || name == "torch.Tensor.item")) {
    ExprId literal = LiteralOf(finding, method->object);
    if (!literal || HoldsTuple(finding, literal)) return std::nullopt;
    // item() gives the number itself, however deep in brackets.
    while (const auto* list =
               name == "torch.Tensor.item" ? finding.If<syntax::Sequence>(literal) : nullptr) {
      if (list->items.size() != 1) return std::nullopt;
      literal = list->items[0];
    }
    rewriter.Replace(finding.expr, TextFor(finding, literal));
    return rewriter.Finish("use the literal itself", Applicability::Safe);
  }
  if (name != "torch.tensor_split" && name != "torch.Tensor.tensor_split") return std::nullopt;
  for (const syntax::Arg& arg : call->args)
    if (const ExprId literal = LiteralOf(finding, arg.value)) {
      // A tensor of nothing is one of floats, which is refused.
      const auto* list = finding.If<syntax::Sequence>(literal);
      if (list && (list->items.empty() || finding.If<syntax::Sequence>(list->items[0])))
        return std::nullopt;
      rewriter.Replace(arg.value, std::string(finding.Text(literal)));
      return rewriter.Finish("use the literal itself", Applicability::Safe);
    }
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "compute_while_tracing",
                                        "keep_scalar", "reuse_source_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "use the literal that a tensor was made from",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::use_literal
