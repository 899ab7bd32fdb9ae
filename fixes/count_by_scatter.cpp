// Count into a tensor of fixed size in the place of bincount.
#include "captured.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fixes/fixed_counts.h"

namespace graphmend::fix::count_by_scatter {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

Verdict JudgeOf(const Finding& finding, ExprId counted, ExprId length) {
  if (MayBeZero(finding, length)) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const infer::ExprFact& fact = finding.Fact(counted);
  if (!fact.tensor && fact.Is(FactKind::Int)) return std::nullopt;
  const auto dtype = fact.tensor ? fact.tensor->dtype : values::DType::Unknown;
  if (dtype != values::DType::Int && dtype != values::DType::Unknown)
    return Declined{"bincount takes only integers; convert what is counted"};
  std::string difference(kFixedNumberOfCounts);
  if (dtype == values::DType::Unknown || fact.tensor->rank != 1)
    difference += "; anything but a 1-d tensor of integers is converted and raises no error";
  return Sure{Applicability::Unsafe, std::move(difference)};
}

Verdict Judge(const Finding& finding, const Holes& holes) {
  return JudgeOf(finding, holes["x"], holes["n"]);
}

constexpr Pattern kPatterns[] = {{
    .match = "torch.bincount($x, minlength=$n)",
    .where = Judge,
    .replace = "torch.zeros($n, dtype=torch.long, device=$x.device)"
               ".scatter_add_(0, $x.long(), torch.ones_like($x, dtype=torch.long))",
    .title = "count into a fixed-size tensor",
}};

// `n`, `n + 1`, `len(self.experts)`: what is the same a line before.
bool IsGivenAgain(const Finding& finding, ExprId length) {
  const auto* call = finding.If<syntax::Call>(length);
  if (call && finding.BuiltinName(call->callee) == "len" && call->args.size() == 1)
    return IsPlainRead(finding, call->args[0].value);
  return IsPlainRead(finding, length) || finding.If<syntax::Binary>(length);
}

// What is counted gets a name first, where it is more than one.
std::optional<Proposal> CountNamed(const Finding& finding, const syntax::Call& call) {
  const ExprId counted = Argument(call, 0, "input"), length = Argument(call, -1, "minlength");
  if (!counted || !length || finding.If<syntax::Name>(counted) || !IsGivenAgain(finding, length) ||
      !finding.IsInFunction() || !IsAlwaysEvaluated(finding, finding.expr) ||
      !OnlyComputesBefore(finding))
    return std::nullopt;
  const Verdict verdict = JudgeOf(finding, counted, length);
  if (!verdict) return std::nullopt;
  if (const auto* declined = std::get_if<Declined>(&*verdict)) return *declined;
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt)) return std::nullopt;
  const std::string torch = rewriter.Import("torch"), name = rewriter.FreshName("values");
  rewriter.InsertBefore(finding.stmt, name + " = " + Render(finding, counted));
  ReplaceWhole(finding, finding.expr,
               torch + ".zeros(" + Render(finding, length) + ", dtype=" + torch +
                   ".long, device=" + name + ".device).scatter_add_(0, " + name + ".long(), " +
                   torch + ".ones_like(" + name + ", dtype=" + torch + ".long))",
               rewriter);
  return rewriter.Finish("count into a fixed-size tensor", Applicability::Unsafe,
                         std::get<Sure>(*verdict).difference);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "torch.bincount") return std::nullopt;
  if (!HasOnly(*call, 1, {"minlength"}))
    return Declined{"it adds up weights; use `scatter_add_` for that"};
  if (std::optional<Proposal> named = CountNamed(finding, *call)) return named;
  return Declined{"the number of values is not given; pass a `minlength` above all of them"};
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count into a fixed-size tensor instead of using bincount",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::count_by_scatter
