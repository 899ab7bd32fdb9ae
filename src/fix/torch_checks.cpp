// torch._check on what a graph does not have: a tensor's value as a bool, a message that closes
// over a tensor.
#include <algorithm>
#include <map>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Without a message AOTAutograd drops the test (torch 2.13).
constexpr std::string_view kNoMessage = "\"Expected cond to be True, but got False\"";

ExprId LambdaBody(const Finding& finding, ExprId expr) {
  const auto* lambda = finding.If<syntax::Lambda>(expr);
  if (!lambda || !finding.tree()[lambda->function].params.empty()) return {};
  return finding.tree()[lambda->function].lambda_body;
}

const syntax::Call* CheckIn(const Finding& finding) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* check = stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
  return check && finding.NameOf(check->callee) == "torch._check" ? check : nullptr;
}

// The bool tensor t of `t.item()` and `bool(t)`.
ExprId BoolTensor(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || (read->how != "item" && read->how != "bool")) return {};
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  return IsTensor(fact) && fact.tensor->dtype == values::DType::Bool ? read->tensor : ExprId();
}

// Whether the shape or type of the tensor says it.
bool IsOfShape(const syntax::Attribute& read) {
  for (std::string_view name : {"shape", "dtype", "device", "ndim"})
    if (read.name == name) return true;
  return false;
}

// What the function's reads of a variable found it to be.
enum class Held { Plain, Tensor, Object, Anything };
Held HeldBy(const Finding& finding, const Variables& variables, std::uint32_t slot) {
  const std::vector<ExprId> reads = variables.Reads(slot);
  auto all = [&](FactKind kind) {
    return !reads.empty() && std::all_of(reads.begin(), reads.end(),
                                         [&](ExprId read) { return finding.Fact(read).Is(kind); });
  };
  if (all(FactKind::Tensor)) return Held::Tensor;
  if (all(FactKind::Object)) return Held::Object;
  const bool maybe = std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
    return finding.Fact(read).MayBe(FactKind::Tensor) || finding.Fact(read).MayBe(FactKind::Object);
  });
  return maybe ? Held::Anything : Held::Plain;
}

// Whether the function reads the same attribute elsewhere, and finds a number or text.
bool IsConstantHere(const Finding& finding, ExprId read) {
  bool constant = false;
  ForEachInside(finding, finding.tree()[finding.stmt].span, [&](ExprId expr) {
    constant |=
        finding.Text(expr) == finding.Text(read) &&
        finding.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str);
  });
  return constant;
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
    return Declined{"a caller catches what is raised; test there, or outside of compiled code"};
  const ExprId tensor = call->args[first].value;
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (!IsTensor(fact)) return std::nullopt;
  const ExprId given = call->args.size() > first + 1 ? call->args[first + 1].value : ExprId();
  if (finding.Fact(given).MayBe(FactKind::Str))
    return Declined{"its message is not a function, which it refuses; make it a lambda"};
  const bool literal = IsLiteral(finding, LambdaBody(finding, given), syntax::LiteralKind::Str);
  std::string difference = "on a GPU a failure is raised later";
  if (!literal) difference += ", and its message is another one";
  if (typed)
    difference += "; it raises RuntimeError in place of `" +
                  std::string(finding.Text(call->args[0].value)) + "`";
  if (fact.tensor->dtype != values::DType::Bool)
    difference += "; a tensor that is not of bools is tested and not refused";
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  ReplaceEnclosed(
      finding, finding.expr, torch + "._assert_async(",
      {RenderOperand(finding, tensor, {}) + ".all()",
       literal ? OneLine(finding, LambdaBody(finding, given)) : std::string(kNoMessage)},
      ",", ")", rewriter);
  return rewriter.Finish("test in the graph by torch._assert_async", Applicability::Unsafe,
                         difference + LostChanges(finding));
}

}  // namespace

// torch._check(t.item(), lambda: "message")
std::optional<Proposal> CheckTensor(const Finding& finding) {
  if (auto all = CheckAll(finding)) return all;
  const syntax::Call* check = CheckIn(finding);
  if (!check || check->args.empty() || !HasOnly(*check, 2, {}) || !finding.function)
    return std::nullopt;
  const ExprId tensor = BoolTensor(finding, finding.expr);
  if (!tensor || check->args[0].value != finding.expr) return std::nullopt;
  if (IsCaughtHere(finding))
    return Declined{"what is raised is caught here; move the test out of the `try`"};
  std::string difference = "on a GPU a failure is raised later";
  std::vector<std::string> args = {OneLine(finding, tensor)};
  if (check->args.size() == 2) {
    const ExprId message = LambdaBody(finding, check->args[1].value);
    if (!message || !IsLiteral(finding, message, syntax::LiteralKind::Str))
      return Declined{
          "the message is not a plain string, and a test in the graph shows nothing else"};
    args.push_back(OneLine(finding, message));
  } else {
    args.push_back(std::string(kNoMessage));
    difference += ", and its message is another one";
  }
  difference += LostChanges(finding);
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  const ExprId whole = finding.If<syntax::ExprStmt>(finding.stmt)->value;
  ReplaceEnclosed(finding, whole, torch + "._assert_async(", args, ",", ")", rewriter);
  return rewriter.Finish("test in the graph by torch._assert_async", Applicability::Unsafe,
                         std::move(difference));
}

// torch._check(n > 2, lambda: f"bad {x.shape}")
std::optional<Proposal> ShowShapeByLocal(const Finding& finding) {
  const syntax::Call* check = CheckIn(finding);
  if (!check || check->args.size() != 2 || !finding.function ||
      finding.tree()[finding.function].lambda_body)
    return std::nullopt;
  const ExprId body = LambdaBody(finding, check->args[1].value);
  Rewriter rewriter(finding);
  if (!body || !rewriter.HasOwnLines(finding.stmt)) return std::nullopt;
  const names::Index& index = finding.file.index();
  const Variables variables(finding, finding.function);
  std::map<std::string, std::string> locals;  // by what they hold
  std::string shown;
  ForEachInside(finding, finding.tree()[body].span, [&](ExprId expr) {
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name) return;
    const names::Binding binding =
        index.Resolve(index.of_function[finding.function.index], name->id);
    if (binding.kind != names::BindingKind::Local) return;
    const Held held = HeldBy(finding, variables, binding.slot);
    if (held == Held::Plain) return;
    const ExprId read = finding.parents.Parent(expr);
    const auto* attribute = finding.If<syntax::Attribute>(read);
    const bool known = attribute && (held == Held::Tensor   ? IsOfShape(*attribute)
                                     : held == Held::Object ? IsConstantHere(finding, read)
                                                            : false);
    if (!known) {
      shown = name->id.str();
      return;
    }
    std::string& local = locals[std::string(finding.Text(read))];
    if (local.empty()) local = rewriter.FreshName(name->id.str() + "_" + attribute->name.str());
    rewriter.Replace(read, local);
  });
  if (!shown.empty())
    return Declined{"the message shows what is not known of `" + shown +
                    "` while tracing; show the shape only"};
  if (locals.empty()) return std::nullopt;
  std::string lines;
  for (const auto& [held, local] : locals) lines += local + " = " + held + "\n";
  rewriter.InsertBefore(finding.stmt, lines);
  return rewriter.Finish("let the message close over constants only", Applicability::Safe);
}

}  // namespace graphmend::fix
