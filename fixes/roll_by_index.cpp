// Roll by an index in the place of a number read from a tensor: torch.roll(y, int(offset), 0).
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/reads.h"

namespace graphmend::fix::roll_by_index {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

bool IsWholeNumber(const infer::ExprFact& fact) {
  return IsTensor(fact) && fact.tensor->dtype == values::DType::Int && fact.tensor->rank == 0;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* read = finding.If<syntax::Call>(finding.expr);
  const ExprId outer = finding.parents.Parent(finding.expr);
  const auto* call = finding.If<syntax::Call>(outer);
  if (!read || !call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool bound = name == "torch.Tensor.roll" && method;
  if (!bound && name != "torch.roll") return std::nullopt;
  const ExprId rolled = bound ? method->object : Argument(*call, 0, "input");
  const ExprId dim = Argument(*call, bound ? 1 : 2, "dims");
  ExprId offset;
  const auto* item = finding.If<syntax::Attribute>(read->callee);
  if (finding.BuiltinName(read->callee) == "int" && read->args.size() == 1)
    offset = read->args[0].value;
  if (item && finding.NameOf(read->callee) == "torch.Tensor.item") offset = item->object;
  if (!offset || !rolled || Argument(*call, bound ? 0 : 1, "shifts") != finding.expr)
    return std::nullopt;
  if (!dim || !finding.Fact(dim).Is(FactKind::Int) || !IsPlainRead(finding, dim))
    return Declined{"it is rolled along no dimension or several; roll along one"};
  const infer::ExprFact& fact = finding.Fact(offset);
  if (!IsPlainRead(finding, rolled) || !IsTensor(finding.Fact(rolled)) || !IsWholeNumber(fact))
    return std::nullopt;
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch"), tensor = Render(finding, rolled);
  const std::string along = Render(finding, dim), size = tensor + ".shape[" + along + "]";
  ReplaceWhole(finding, outer,
               tensor + ".index_select(" + along + ", (" + torch + ".arange(" + size + ", device=" +
                   tensor + ".device) - " + RenderOperand(finding, offset) + ") % " + size + ")",
               rewriter);
  return rewriter.Finish("roll with an index", Applicability::Unsafe,
                         "a shift on a GPU can no longer roll a tensor on another device");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "roll with an index instead of a number read from a tensor",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::roll_by_index
