// Keep 0-d tensors by unbind() in the place of tolist(): rates = torch.linspace(0, 0.1,
// n).tolist(), where each rate only scales tensors.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/held.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::unbind_list {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Whether a number of the list ends, perhaps after sums and products with numbers, as the factor or
// summand of a tensor.
bool CombinesWithTensor(const Finding& finding, ExprId use) {
  for (ExprId inner = use;; inner = finding.parents.Parent(inner)) {
    const ExprId outer = finding.parents.Parent(inner);
    const auto* unary = finding.If<syntax::Unary>(outer);
    if (unary && unary->op == syntax::UnaryOp::Negate) continue;
    const auto* binary = finding.If<syntax::Binary>(outer);
    if (!binary || (binary->op != syntax::BinaryOp::Mul && binary->op != syntax::BinaryOp::Div &&
                    binary->op != syntax::BinaryOp::Add && binary->op != syntax::BinaryOp::Sub))
      return false;
    const ExprId other = binary->left == inner ? binary->right : binary->left;
    const infer::ExprFact& fact = finding.Fact(other);
    if (IsTensor(fact)) return true;
    if (!fact.OneOf(FactKind::Int, FactKind::Float)) return false;
  }
}

// What the loop over the list, perhaps by enumerate, gives its numbers to.
ExprId LoopTarget(const Finding& finding, ExprId list) {
  const auto* loop = finding.If<syntax::For>(finding.parents.Statement(list));
  if (!loop) return {};
  if (loop->iterable == list) return loop->target;
  const auto* call = finding.If<syntax::Call>(loop->iterable);
  const auto* targets = finding.If<syntax::Sequence>(loop->target);
  if (!call || !targets) return {};
  const std::string_view name = finding.BuiltinName(call->callee);
  if (name == "enumerate" && call->args.size() <= 2 && targets->items.size() == 2 &&
      call->args[0].value == list)
    return targets->items[1];
  if (name == "zip" && targets->items.size() == call->args.size())
    for (std::size_t i = 0; i < call->args.size(); ++i)
      if (call->args[i].value == list && call->args[i].kind == syntax::ArgKind::Positional)
        return targets->items[i];
  return {};
}

bool ListServesAsTensors(const Finding& finding, const Variables& variables, ExprId list) {
  if (const ExprId target = LoopTarget(finding, list)) {
    const std::optional<std::uint32_t> slot = variables.SlotOf(target);
    if (!slot || variables.IsCaptured(*slot)) return false;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(),
                       [&](ExprId read) { return CombinesWithTensor(finding, read); });
  }
  const ExprId outer = finding.parents.Parent(list);
  const auto* item = finding.If<syntax::Subscript>(outer);
  if (item && item->object == list && finding.Fact(item->index).Is(FactKind::Int))
    return CombinesWithTensor(finding, outer);
  const auto* call = finding.If<syntax::Call>(outer);
  return call && finding.BuiltinName(call->callee) == "len";
}

// Whether the tensor is changed in place, of which its numbers would be those of before.
bool SeesChange(const Finding& finding, ExprId tensor) {
  return !IsNewTensor(finding, tensor) &&
         (IsChangedInPlace(finding, tensor) || ChangesByCalls(finding) ||
          IsChangedByOtherName(finding, tensor));
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || finding.NameOf(call->callee) != "torch.Tensor.tolist" || !finding.IsInFunction())
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(method->object);
  if (!IsTensor(fact) || fact.tensor->rank != 1 || fact.tensor->dtype != values::DType::Float)
    return std::nullopt;
  if (SeesChange(finding, method->object)) return Declined{std::string(kChanged)};
  const Variables variables(finding, finding.function);
  std::vector<ExprId> lists = {finding.expr};
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (assign && assign->value == finding.expr) {
    const std::optional<std::uint32_t> slot =
        assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
    if (!slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1)
      return std::nullopt;
    lists = variables.Reads(*slot);
  }
  for (ExprId list : lists)
    if (!ListServesAsTensors(finding, variables, list))
      return Declined{
          "the numbers are used for more than arithmetic with tensors, for which 0-d tensors would "
          "do"};
  Rewriter rewriter(finding);
  const auto* made = finding.If<syntax::Call>(method->object);
  const bool constant = made && finding.NameOf(made->callee) == "torch.linspace" &&
                        !Argument(*made, -1, "requires_grad");
  rewriter.Replace(source::Span{method->name_span.begin, finding.tree()[finding.expr].span.end},
                   constant ? "unbind()" : "detach().unbind()");
  return rewriter.Finish(
      "keep 0-d tensors with unbind()", Applicability::Unsafe,
      "sums and products of the numbers are rounded to the tensor's dtype; combined with a tensor "
      "of a different dtype, the result's dtype may differ");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_list_by_tensors"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep 0-d tensors with unbind() instead of tolist()",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::unbind_list
