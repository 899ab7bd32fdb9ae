// Places where a mask holds of which only the number, or the first, is asked:
//
//     idx = (ids == end).nonzero()            count = (ids == end).count_nonzero()
//     if len(idx) > 0:                        if count > 0:
//     first = (ids == end).nonzero()[0]       first = (ids == end).int().argmax().reshape(1)
#include <algorithm>

#include "fix/arguments.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

struct Found {
  ExprId tensor;        // whose elements that are not 0 are searched
  ExprId places;        // a tensor with one row, or one number, for each
  bool single = false;  // one number for each
};

bool IsLiteralInt(const Finding& finding, ExprId expr, std::int64_t value) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int && literal->integer == value;
}

// nonzero(t), t.nonzero(), torch.argwhere(t); torch.where(t)[0], t.nonzero(as_tuple=True)[0];
// perhaps flattened where it has one column.
std::optional<Found> FoundBy(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool bound = method && name.starts_with("torch.Tensor.");
  const std::string_view word = name.substr(std::min(name.size(), name.rfind('.') + 1));
  if (!name.starts_with("torch.") || (word != "nonzero" && word != "argwhere" && word != "where"))
    return std::nullopt;
  Found found;
  found.tensor = bound ? method->object : Argument(*call, 0, "input");
  const ExprId tuple = Argument(*call, -1, "as_tuple");
  if (!HasOnly(*call, bound ? 0 : 1, {"as_tuple", "input"}) || !found.tensor) return std::nullopt;
  found.single = word == "where" || (tuple && IsLiteral(finding, tuple, syntax::LiteralKind::True));
  if (tuple && !found.single && !IsLiteral(finding, tuple, syntax::LiteralKind::False))
    return std::nullopt;
  found.places = expr;
  if (!found.single) return found;
  const ExprId item = finding.parents.Parent(expr);
  const auto* first = finding.If<syntax::Subscript>(item);
  if (!first || first->object != expr || !IsLiteralInt(finding, first->index, 0))
    return std::nullopt;
  found.places = item;
  return found;
}

// `len(p)`, `p.shape[0]`, `p.size(0)`, and `p.numel()` where each place is one number.
ExprId CountOf(const Finding& finding, ExprId places, bool single) {
  const ExprId outer = finding.parents.Parent(places);
  if (const auto* call = finding.If<syntax::Call>(outer))
    return call->args.size() == 1 && call->args[0].value == places &&
                   finding.BuiltinName(call->callee) == "len"
               ? outer
               : ExprId();
  const auto* attribute = finding.If<syntax::Attribute>(outer);
  const ExprId next = attribute ? finding.parents.Parent(outer) : ExprId();
  if (!next) return {};
  if (attribute->name == "shape") {
    const auto* item = finding.If<syntax::Subscript>(next);
    return item && item->object == outer && IsLiteralInt(finding, item->index, 0) ? next : ExprId();
  }
  const auto* call = finding.If<syntax::Call>(next);
  if (!call || call->callee != outer) return {};
  if (attribute->name == "size" && call->args.size() == 1 &&
      IsLiteralInt(finding, call->args[0].value, 0))
    return next;
  return attribute->name == "numel" && single && call->args.empty() ? next : ExprId();
}

// Each use of what the places are assigned to, or the places themselves.
std::vector<ExprId> UsesOf(const Finding& finding, ExprId places) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != places) return {places};
  const Variables variables(finding, finding.function);
  const auto slot =
      assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
  if (!slot || variables.OnlyValue(*slot) != places) return {};
  return variables.Reads(*slot);
}

}  // namespace

std::optional<Proposal> CountPlaces(const Finding& finding) {
  if (!finding.function || finding.tree()[finding.function].lambda_body) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding, found->places);
  if (uses.empty()) return std::nullopt;
  Rewriter rewriter(finding);
  std::string asserted;
  for (ExprId use : uses) {
    const ExprId count = CountOf(finding, use, found->single);
    if (!count) return std::nullopt;
    const std::string text = RenderOperand(finding, found->tensor, {}) + ".count_nonzero()";
    const auto* name = finding.If<syntax::Name>(use);
    rewriter.Replace(count, use == found->places ? text : name->id.str());
    asserted = AssertedAsTensor(finding, finding.parents.Statement(count));
    if (use != found->places && uses.front() == use) rewriter.Replace(found->places, text);
  }
  return rewriter.Finish("count without searching", diag::Applicability::Unsafe,
                         "the count is a 0-d tensor, not an int; combined with a tensor of another "
                         "dtype, the result may have another one" +
                             asserted);
}

std::optional<Proposal> FirstPlace(const Finding& finding) {
  if (!finding.function || finding.tree()[finding.function].lambda_body) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found) return std::nullopt;
  const ExprId item = finding.parents.Parent(found->places);
  const auto* first = finding.If<syntax::Subscript>(item);
  const infer::ExprFact& fact = finding.Fact(found->tensor);
  if (!first || first->object != found->places || !IsLiteralInt(finding, first->index, 0) ||
      IsTarget(finding, item) || !IsTensor(fact))
    return std::nullopt;
  if (fact.tensor->dtype != values::DType::Bool)
    return Declined{"what is searched is not known to be a mask; compare it with 0 before"};
  if (fact.tensor->rank > 1)
    return Declined{"a place has several numbers; search a flattened mask"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  ReplaceWhole(finding, item,
               RenderOperand(finding, found->tensor, {}) + ".int().argmax()" +
                   (found->single ? "" : ".reshape(1)"),
               rewriter);
  std::string difference = "where nothing is found, the first place is taken and raises no error";
  if (fact.tensor->rank != 1)
    difference += "; `" + std::string(finding.Text(found->tensor)) + "` has to have one dimension";
  return rewriter.Finish("find the first by argmax", diag::Applicability::Unsafe, difference);
}

}  // namespace graphmend::fix
