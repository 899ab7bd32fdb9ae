// Copy into `.data` in the place of assigning it: y.data = y.data + 1.
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"

namespace graphmend::fix::copy_into_data {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Whether an expression has the dtype of the tensor whose data is assigned: sums and products of
// such, and of numbers.
bool KeepsDtype(const Finding& finding, const Terms& terms, const Term& own, ExprId expr) {
  if (finding.Text(expr) == finding.Text(finding.expr) || AreSame(terms.Of(expr).dtype, own.dtype))
    return true;
  const auto* unary = finding.If<syntax::Unary>(expr);
  if (unary)
    return unary->op == syntax::UnaryOp::Negate && KeepsDtype(finding, terms, own, unary->operand);
  const auto* binary = finding.If<syntax::Binary>(expr);
  if (!binary || own.kind != values::DType::Float ||
      (binary->op != syntax::BinaryOp::Mul && binary->op != syntax::BinaryOp::Div &&
       binary->op != syntax::BinaryOp::Add && binary->op != syntax::BinaryOp::Sub))
    return false;
  auto is_number = [&](ExprId side) {
    return finding.Fact(side).OneOf(FactKind::Int, FactKind::Float);
  };
  const bool left = KeepsDtype(finding, terms, own, binary->left);
  const bool right = KeepsDtype(finding, terms, own, binary->right);
  return (left && (right || is_number(binary->right))) || (right && is_number(binary->left));
}

constexpr std::string_view kConverted =
    "; a value of another dtype is converted, and one of another shape is expanded or raises";

bool IsMadeOfData(const Finding& finding, ExprId value) {
  bool made = false;
  if (value)
    ForEachInside(finding, finding.tree()[value].span,
                  [&](ExprId part) { made |= finding.Text(part) == finding.Text(finding.expr); });
  return made;
}

// What a variable keeps apart from the tensor: `kept = y.data.clone()`. None: there is no one such
// value.
ExprId ValueKept(const Finding& finding, ExprId name) {
  if (!finding.If<syntax::Name>(name)) return {};
  const Definitions& definitions = finding.Flow().Of(name);
  const flow::Inst* one = definitions.size() == 1 ? *definitions.begin() : nullptr;
  const ExprId value = one && !Dataflow::IsMerge(one) ? Terms(finding).ValueOf(one) : ExprId();
  return value && IsNewTensor(finding, value) ? value : ExprId();
}

// Whether the shape or dtype of the new value is another one for all that is known. Most who assign
// data assign a new version of it: where the old one is among the operands, the two may be equal.
bool MayDiffer(const Finding& finding, ExprId value) {
  const auto* data = finding.If<syntax::Attribute>(finding.expr);
  const infer::ExprFact& before = finding.Fact(data->object);
  const infer::ExprFact& after = finding.Fact(value);
  if (!IsTensor(after) || after.tensor->dtype != before.tensor->dtype) return true;
  if (after.Rank() >= 0 && before.Rank() >= 0 && after.Rank() != before.Rank()) return true;
  return !IsMadeOfData(finding, value) && !IsMadeOfData(finding, ValueKept(finding, value));
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* data = finding.If<syntax::Attribute>(finding.expr);
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!data || data->name != "data" || !assign || assign->targets.size() != 1 ||
      assign->targets[0] != finding.expr || !finding.IsInFunction() ||
      !IsTensor(finding.Fact(data->object)))
    return std::nullopt;
  const Terms terms(finding);
  const Term value = terms.Of(assign->value), own = terms.Of(data->object);
  // The term of an attribute is its text, which holds within this statement only.
  dataflow::ShapeId shape = own.shape;
  ForEachInside(finding, finding.tree()[assign->value].span, [&](ExprId expr) {
    if (finding.Text(expr) == finding.Text(finding.expr)) shape = terms.Of(expr).shape;
  });
  const bool same = (AreSame(value.shape, own.shape) || AreSame(value.shape, shape)) &&
                    KeepsDtype(finding, terms, own, assign->value);
  if (!value.tensor || (!same && MayDiffer(finding, assign->value)))
    return Declined{
        "the new value is not known to have the same shape and dtype, as `.data.copy_()` needs"};
  const source::Span target = finding.tree()[finding.expr].span;
  const source::Span stmt = finding.tree()[finding.stmt].span;
  const std::string_view rest = finding.Text(source::Span{target.end, stmt.end});
  const std::size_t begin = rest.find_first_not_of(" \t", rest.find('=') + 1);
  Rewriter rewriter(finding);
  rewriter.Replace(source::Span{target.end, target.end + static_cast<std::uint32_t>(begin)},
                   ".copy_(");
  rewriter.InsertAt(stmt.end, ")");
  return rewriter.Finish("copy into the data", Applicability::Unsafe,
                         std::string("views of the tensor, and gradients of what it was used in "
                                     "before, see the new values") +
                             std::string(same ? "" : kConverted));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::StateMutation};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "copy into `.data` instead of assigning it",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::copy_into_data
