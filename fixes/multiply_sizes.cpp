// Multiply sizes by math.prod in the place of numpy.prod: int(np.prod(x.shape)).
#include <algorithm>
#include <vector>

#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::multiply_sizes {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// A call of numpy.prod of whole numbers that Python has, such as a shape, in the expression or in
// what a variable of it is.
ExprId ProductIn(const Finding& finding, ExprId expr) {
  const Terms terms(finding);
  ExprId found;
  ForEachInside(finding, finding.tree()[expr].span, [&](ExprId part) {
    ExprId made = part;
    if (terms.SlotOf(part)) {
      const Definitions& definitions = finding.Flow().Of(part);
      made = definitions.size() == 1 ? terms.ValueOf(*definitions.begin()) : ExprId();
    }
    const auto* call = finding.If<syntax::Call>(made);
    if (call && finding.NameOf(call->callee) == "numpy.prod") found = made;
  });
  return found;
}

bool IsListOfInts(const infer::ExprFact& fact) {
  return fact.OneOf(FactKind::Tuple, FactKind::List) && !fact.IsNested() &&
         fact.leaves == infer::Bits(FactKind::Int);
}

// Whether an attribute of the product is read: `np.prod(sizes).item()`.
bool IsAskedForMore(const Finding& finding, ExprId product) {
  const auto asks = [&](ExprId expr) {
    return finding.If<syntax::Attribute>(finding.parents.Parent(expr)) != nullptr;
  };
  if (asks(product)) return true;
  const auto* assign = finding.If<syntax::Assign>(finding.parents.Statement(product));
  if (!assign || assign->value != product) return false;
  const Variables variables(finding, finding.function);
  return std::any_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    const auto slot = variables.SlotOf(target);
    const std::vector<ExprId> reads = slot ? variables.Reads(*slot) : std::vector<ExprId>();
    return std::any_of(reads.begin(), reads.end(), asks);
  });
}

// All of the sizes of a tensor, whose number of elements 64 bits hold.
bool IsShape(const Finding& finding, ExprId factors) {
  const auto* call = finding.If<syntax::Call>(factors);
  const bool asks =
      !call || (call->args.empty() && finding.NameOf(call->callee) == "torch.Tensor.size");
  const auto* read = finding.If<syntax::Attribute>(call ? call->callee : factors);
  return asks && read && (call || read->name == "shape") &&
         finding.Fact(read->object).Is(FactKind::Tensor);
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const ExprId product = ProductIn(finding, finding.expr);
  const auto* call = finding.If<syntax::Call>(product);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  if (!IsListOfInts(finding.Fact(call->args[0].value)))
    return Declined{"the factors are not known to be integers; use math.prod"};
  if (IsAskedForMore(finding, product))
    return Declined{"an int has no attributes of a NumPy number; use math.prod"};
  Rewriter rewriter(finding);
  rewriter.Replace(call->callee, rewriter.Import("math") + ".prod");
  const auto* read = finding.If<syntax::Call>(finding.parents.Parent(product));
  if (read && finding.BuiltinName(read->callee) == "int")
    return IsShape(finding, call->args[0].value)
               ? rewriter.Finish("multiply with math.prod", Applicability::Safe)
               : rewriter.Finish("multiply with math.prod", Applicability::Unsafe,
                                 "a product that 64 bits do not hold is right, where NumPy's is "
                                 "not");
  return rewriter.Finish("multiply with math.prod", Applicability::Unsafe,
                         "the product is an int, not a NumPy number, which has 64 bits");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"compute_while_tracing"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "multiply sizes with math.prod instead of numpy.prod",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::multiply_sizes
