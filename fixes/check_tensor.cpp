// Turn a check on a tensor into a failure of the graph: torch._check(t.item(), lambda: "message").
#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/held.h"
#include "fix/predicate.h"
#include "fix/reads.h"
#include "fix/variables.h"
#include "fixes/message_differences.h"
#include "fixes/torch_checks.h"

namespace graphmend::fix::check_tensor {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Without a message AOTAutograd drops the test (torch 2.13).
constexpr std::string_view kNoMessage = "\"Expected cond to be True, but got False\"";

// The bool tensor t of `t.item()` and `bool(t)`.
ExprId BoolTensor(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || (read->how != "item" && read->how != "bool")) return {};
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  return IsTensor(fact) && fact.tensor->dtype == values::DType::Bool ? read->tensor : ExprId();
}

// `a.all() and b.all()` as one tensor; another test as it is written, as a whole argument. Nothing:
// Python decides a part of it.
std::optional<std::string> OneTensor(const Finding& finding, ExprId test, std::string& difference) {
  if (!finding.If<syntax::BoolOp>(test)) return Render(finding, test);
  const Terms terms(finding);
  auto read = PredicateOf(finding, terms, test, {}, true);
  const auto* predicate = std::get_if<Predicate>(&read);
  if (!predicate || !predicate->statics.empty()) return std::nullopt;
  AddDifference(difference, DifferenceOfKept(*predicate));
  return predicate->code.Text();
}

// torch._check_tensor_all(t, lambda: "message"), torch._check_tensor_all_with(ValueError, t)
std::optional<Proposal> CheckAll(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  const bool typed = name == "torch._check_tensor_all_with";
  const std::size_t first = typed ? 1 : 0;
  if (!stmt || stmt->value != finding.expr || !finding.function ||
      (!typed && name != "torch._check_tensor_all") || !HasOnly(*call, first + 2, {}) ||
      call->args.size() <= first)
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (Calls(finding).IsCaught(finding.function))
    return Declined{"a caller catches what is raised; test there, or outside compiled code"};
  const ExprId tensor = call->args[first].value;
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (!IsTensor(fact)) return std::nullopt;
  const ExprId given = call->args.size() > first + 1 ? call->args[first + 1].value : ExprId();
  if (finding.Fact(given).MayBe(FactKind::Str))
    return Declined{"its message must be a function; make it a lambda"};
  const bool literal = IsLiteral(finding, LambdaBody(finding, given), syntax::LiteralKind::Str);
  std::string difference(kLaterOnGpu);
  if (!literal) difference += ", and its message is different";
  if (typed)
    difference += "; it raises RuntimeError instead of `" +
                  std::string(finding.Text(call->args[0].value)) + "`";
  if (fact.tensor->dtype != values::DType::Bool)
    difference += "; a tensor that does not hold bools is tested instead of refused";
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  ReplaceEnclosed(finding, finding.expr, torch + "._assert_async(",
                  {RenderOperand(finding, tensor) + ".all()",
                   literal ? Render(finding, LambdaBody(finding, given)) : std::string(kNoMessage)},
                  ",", ")", rewriter);
  return rewriter.Finish("test in the graph with torch._assert_async", Applicability::Unsafe,
                         difference + LostChanges(finding));
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (auto all = CheckAll(finding)) return all;
  const syntax::Call* check = CheckIn(finding);
  if (!check || check->args.empty() || !HasOnly(*check, 2, {}) || !finding.function)
    return std::nullopt;
  const ExprId tensor = BoolTensor(finding, finding.expr);
  if (!tensor || check->args[0].value != finding.expr) return std::nullopt;
  if (IsCaughtHere(finding))
    return Declined{"the exception is caught here; move the test out of the `try`"};
  std::string difference(kLaterOnGpu);
  const std::optional<std::string> test = OneTensor(finding, tensor, difference);
  if (!test) return Declined{"Python decides a part of the test; check that part by itself"};
  std::vector<std::string> args = {*test};
  if (check->args.size() == 2) {
    const ExprId message = LambdaBody(finding, check->args[1].value);
    if (!message || !IsLiteral(finding, message, syntax::LiteralKind::Str))
      return Declined{
          "the message is not a plain string, and a test in the graph can show nothing else"};
    args.push_back(Render(finding, message));
  } else {
    args.push_back(std::string(kNoMessage));
    difference += ", and its message is different";
  }
  difference += LostChanges(finding);
  if (ChangesApart(finding)) AddDifference(difference, kApartDifference);
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  const ExprId whole = finding.If<syntax::ExprStmt>(finding.stmt)->value;
  ReplaceEnclosed(finding, whole, torch + "._assert_async(", args, ",", ")", rewriter);
  return rewriter.Finish("test in the graph with torch._assert_async", Applicability::Unsafe,
                         std::move(difference));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"test_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "turn a check on a tensor into a failure of the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::check_tensor
