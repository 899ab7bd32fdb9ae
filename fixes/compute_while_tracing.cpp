// A number that is computed from numbers alone, by what Dynamo does not trace:
//
//                                           @torch.compiler.assume_constant_result
//                                           def _compute_length(value):
//     length = next_fast_len(n + m - 1)         return next_fast_len(value)
//
//                                           length = _compute_length(n + m - 1)
//
// Dynamo calls such a function while it traces, with arguments that it guards on, and its result is
// a constant of the graph. An argument that is a symbol breaks the graph.
#include <algorithm>
#include <vector>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "traced_parts.h"

namespace graphmend::fix::compute_while_tracing {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;

// `_compute_length` for `length = …`, `_compute_forward` in `forward`.
std::string HelperName(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const auto* target = assign && assign->targets.size() == 1
                           ? finding.If<syntax::Name>(assign->targets[0])
                           : nullptr;
  return "_compute_" + (target ? target->id : finding.tree()[finding.function].name).str();
}

// Whether `type(n)` is asked for: Dynamo cannot give back the type of such a constant (torch 2.13).
bool IsTypeAsked(const Finding& finding) {
  const auto asks = [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(finding.parents.Parent(expr));
    return call && call->callee != expr && finding.BuiltinName(call->callee) == "type";
  };
  if (asks(finding.expr)) return true;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const Variables variables(finding, finding.function);
  const auto slot =
      assign && assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
  const std::vector<ExprId> reads = slot ? variables.Reads(*slot) : std::vector<ExprId>();
  return std::any_of(reads.begin(), reads.end(), asks);
}

// One of NumPy's numbers, which only `float` and `int` are asked of: `tau = np.polyval(c, 3)`. It
// is read in the helper, so that no array comes out of it.
bool IsReadNumber(const Finding& finding) {
  const infer::ExprFact& result = finding.Fact(finding.expr);
  if (finding.kind != ObservationKind::Numpy || !result.Is(FactKind::Tensor) || !result.tensor ||
      !result.tensor->numpy)
    return false;
  const auto reads = [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(finding.parents.Parent(expr));
    if (!call || call->callee == expr || call->args.size() != 1) return false;
    const std::string_view name = finding.BuiltinName(call->callee);
    return name == "float" || name == "int";
  };
  if (reads(finding.expr)) return true;
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(finding.expr);
  if (!slot || variables.IsCaptured(*slot)) return false;
  const std::vector<ExprId> uses = variables.Reads(*slot);
  return std::all_of(uses.begin(), uses.end(), reads);
}

// What Dynamo takes for a tensor is one of NumPy's numbers: `np.log2(n) % 1 != 0`.
bool TestsNumber(const Finding& finding) {
  const infer::ExprFact& result = finding.Fact(finding.expr);
  return finding.kind == ObservationKind::BranchOn && result.tensor && result.tensor->numpy &&
         !IsPlainRead(finding, finding.expr);
}

// What comes out of the expression, and so how the helper gives it back.
enum class Outcome {
  Unknown,
  Plain,   // a number or text
  List,    // of such, made anew in each call, from a tuple that stays as it is
  Test,    // of a number of NumPy's
  Number,  // of NumPy's, which is read
};

Outcome OutcomeOf(const Finding& finding) {
  if (TestsNumber(finding)) return Outcome::Test;
  if (!finding.If<syntax::Call>(finding.expr)) return Outcome::Unknown;
  const infer::ExprFact& result = finding.Fact(finding.expr);
  if (result.Is(FactKind::List) && !result.holds_tensor && !result.IsNested()) return Outcome::List;
  if (IsPlainValue(result) || result.Is(FactKind::Bytes)) return Outcome::Plain;
  return IsReadNumber(finding) ? Outcome::Number : Outcome::Unknown;
}

std::string GivenBack(Outcome outcome, const Code& code) {
  switch (outcome) {
    case Outcome::List: return "tuple(" + code.Text() + ")";
    case Outcome::Test: return "bool(" + code.Text() + ")";
    case Outcome::Number: return code.Method("item", {}).Text();
    case Outcome::Plain:
    case Outcome::Unknown: break;
  }
  return code.Text();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const syntax::StmtId top = finding.IsInFunction() ? TopOfFinding(finding) : syntax::StmtId();
  const Outcome outcome = top ? OutcomeOf(finding) : Outcome::Unknown;
  if (outcome == Outcome::Unknown) return std::nullopt;
  const Terms terms(finding);
  TracedParts parts(finding, terms, finding.expr, top);
  if (!parts.Take(finding.expr) || IsTypeAsked(finding)) return std::nullopt;
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  Naming names;
  const std::vector<std::string> parameters = parts.Parameters(names);
  const std::string torch = rewriter.Import("torch");
  if (!StandsAbove(finding, torch, top)) return Declined{"torch is imported further down"};
  const std::string name = rewriter.FreshModuleName(HelperName(finding));
  InsertTracedFunction(finding, top, torch, CallText(name, parameters, 1),
                       GivenBack(outcome, Code::Of(finding, finding.expr, names)), rewriter);
  const std::string call = CallText(name, parts.Arguments(), 0);
  ReplaceWhole(finding, finding.expr, outcome == Outcome::List ? "list(" + call + ")" : call,
               rewriter);
  return rewriter.Finish("compute it while tracing", Applicability::Unsafe,
                         "an error that it raises is a compiler error when compiled, as is asking "
                         "for the number's type, and a warning that it gives is shown once; where "
                         "a number is a symbol, as dynamic sizes are, the graph breaks, perhaps "
                         "more often" +
                             std::string(parts.Difference()));
}

constexpr ObservationKind kAnswers[] = {ObservationKind::HostRead, ObservationKind::InputOutput,
                                        ObservationKind::SkippedCall, ObservationKind::BranchOn,
                                        ObservationKind::Numpy};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "compute_list_by_tensors",
                                        "read_array_as_tensor", "merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute from numbers while tracing, by a function that Dynamo calls itself",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_while_tracing
