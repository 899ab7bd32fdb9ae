// Compare neighbours where only the number of runs, or of values, is asked.
#include "fix/arguments.h"
#include "fix/bool_uses.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/terms.h"

namespace graphmend::fix::compare_neighbours {
namespace {

using diag::Applicability;
using syntax::ExprId;

bool IsZero(const Finding& finding, ExprId expr) {
  const auto* index = finding.If<syntax::Literal>(expr);
  return index && index->kind == syntax::LiteralKind::Int && index->integer == 0;
}

// `len(x)`, `x.shape[0]`, `x.numel()` of what the expression gives; none where it is more.
ExprId CountOf(const Finding& finding, ExprId expr) {
  const ExprId outer = finding.parents.Parent(expr);
  const ExprId next = outer ? finding.parents.Parent(outer) : ExprId();
  if (const auto* call = finding.If<syntax::Call>(outer))
    return finding.BuiltinName(call->callee) == "len" && call->args.size() == 1 ? outer : ExprId();
  const auto* attribute = finding.If<syntax::Attribute>(outer);
  if (!attribute) return {};
  const auto* call = finding.If<syntax::Call>(next);
  if (call && call->callee == outer && call->args.empty() &&
      (attribute->name == "numel" || attribute->name == "nelement"))
    return next;
  if (call && call->callee == outer && attribute->name == "size")
    return call->args.size() == 1 && IsZero(finding, call->args[0].value) ? next : ExprId();
  const auto* item = finding.If<syntax::Subscript>(next);
  return item && IsZero(finding, item->index) && attribute->name == "shape" ? next : ExprId();
}

// What is asked for the number of its runs, or of its values: there is more than one value where
// there is more than one run. None where the call asks for more.
ExprId SearchedIn(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  if (name == "torch.unique" || name == "torch.unique_consecutive")
    return call->args.size() == 1 && call->args[0].kind == syntax::ArgKind::Positional
               ? call->args[0].value
               : ExprId();
  const bool method = name == "torch.Tensor.unique" || name == "torch.Tensor.unique_consecutive";
  const auto* attribute =
      method && call->args.empty() ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  return attribute ? attribute->object : ExprId();
}

struct Asked {
  bool many;              // whether for more than one run, or for no more
  bool empty_too = true;  // and whether that of no run is as it is said of none that differ
};

// What the comparison asks for; none where it is something else.
std::optional<Asked> AsksForMany(const Finding& finding, ExprId test, ExprId count) {
  using syntax::CompareOp;
  const auto* compare = finding.If<syntax::Compare>(test);
  const auto* bound = compare && compare->ops.size() == 1 && compare->left == count
                          ? finding.If<syntax::Literal>(compare->rights[0])
                          : nullptr;
  if (!bound || bound->kind != syntax::LiteralKind::Int) return std::nullopt;
  const CompareOp op = compare->ops[0];
  if ((op == CompareOp::Gt && bound->integer == 1) || (op == CompareOp::GtE && bound->integer == 2))
    return Asked{true};
  if ((op == CompareOp::LtE && bound->integer == 1) || (op == CompareOp::Lt && bound->integer == 2))
    return Asked{false};
  if (bound->integer != 1) return std::nullopt;
  if (op == CompareOp::NotEq) return Asked{true, false};
  if (op == CompareOp::Eq) return Asked{false, false};
  return std::nullopt;
}

// Whether the statement asks for the test before anything else: an `if`, or a call that gets it as
// the first argument.
bool IsAskedFirst(const Finding& finding, ExprId test) {
  if (const auto* branch = finding.If<syntax::If>(finding.stmt))
    return branch->test == test && !finding.IsElif(finding.stmt);
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* call = stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
  return call && !call->args.empty() && call->args[0].value == test &&
         IsPlainRead(finding, call->callee);
}

// Whether neighbours in the flat tensor differ, as it was asked. One that is empty has no run at
// all.
std::string TestOf(const Asked& asked, const std::string& flat) {
  std::string runs = "(" + flat + "[1:] != " + flat + "[:-1]).any()";
  if (!asked.many) runs = "~" + runs;
  if (asked.empty_too) return runs;
  return runs + (asked.many ? " | (" : " & (") + flat + ".shape[0] " +
         (asked.many ? "== 0)" : "> 0)");
}

// Arithmetic that a tensor of bools refuses, but not a bool.
bool IsNegated(const Finding& finding, ExprId test) {
  const ExprId outer = finding.parents.Parent(test);
  const auto* unary = finding.If<syntax::Unary>(outer);
  const auto* binary = finding.If<syntax::Binary>(outer);
  return (unary && unary->op != syntax::UnaryOp::Not) ||
         (binary && binary->op == syntax::BinaryOp::Sub);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId tensor = SearchedIn(finding);
  const ExprId count = tensor ? CountOf(finding, finding.expr) : ExprId();
  const ExprId test = count ? finding.parents.Parent(count) : ExprId();
  const std::optional<Asked> asked =
      test ? AsksForMany(finding, test, count) : std::optional<Asked>();
  if (!asked) return std::nullopt;
  if (IsNegated(finding, test))
    return Declined{"arithmetic of the test is none of a tensor of bools; compare by a variable"};
  const infer::ExprFact& fact = finding.Fact(tensor);
  const Terms terms(finding);
  if (auto effects = terms.Effects(tensor)) return Declined{*effects + "; give it a name first"};
  Rewriter rewriter(finding);
  // Callers that are not in view may pass another number of dimensions.
  std::string text = RenderOperand(finding, tensor) + ".flatten()";
  if (!finding.If<syntax::Name>(tensor)) {
    // It is computed once, before the statement, where the statement asks for it first.
    if (!IsAskedFirst(finding, test) || !rewriter.HasOwnLines(finding.stmt))
      return Declined{"it would be computed twice; give it a name first"};
    const std::string name = rewriter.FreshName("counts");
    rewriter.InsertBefore(finding.stmt, name + " = " + text);
    text = name;
  }
  ReplaceWhole(finding, test, TestOf(*asked, text), rewriter);
  // Of complex numbers, and of some dtypes of floats, torch finds no runs, but raises.
  const bool plain = fact.tensor && (fact.tensor->dtype == values::DType::Int ||
                                     fact.tensor->dtype == values::DType::Bool);
  const bool taken = plain && TakesTensorForBool(finding, test);
  return rewriter.Finish("compare neighbours", taken ? Applicability::Safe : Applicability::Unsafe,
                         taken ? ""
                               : std::string("the test is a 0-d tensor, not a bool") +
                                     (plain ? "" : "; a dtype that is refused raises no error") +
                                     AssertedAsTensor(finding, finding.stmt));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compare neighbours where only the number of runs or of values is needed",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::compare_neighbours
