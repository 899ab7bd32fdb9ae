// Count into a tensor of fixed size in the place of bincount.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"

namespace graphmend::fix::count_by_scatter {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// A number that says nothing of how many values there are: 0, `size or 0`, a parameter that is 0 or
// None by default.
bool MayBeZero(const Finding& finding, ExprId length) {
  const infer::ExprFact& fact = finding.Fact(length);
  if (!fact.Is(FactKind::Int)) return true;
  if (fact.constant) return fact.constant->integer <= 0;
  if (finding.If<syntax::BoolOp>(length) || finding.If<syntax::Conditional>(length)) return true;
  const auto* name = finding.If<syntax::Name>(length);
  if (!name || !finding.function) return false;
  for (const syntax::Param& param : finding.tree()[finding.function].params)
    if (param.name == name->id && param.default_value) {
      const auto* number = finding.If<syntax::Literal>(param.default_value);
      return !number || number->kind != syntax::LiteralKind::Int || number->integer <= 0;
    }
  return false;
}

Verdict Judge(const Finding& finding, const Holes& holes) {
  if (MayBeZero(finding, holes["n"])) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const infer::ExprFact& fact = finding.Fact(holes["x"]);
  if (!fact.tensor && fact.Is(FactKind::Int)) return std::nullopt;
  const auto dtype = fact.tensor ? fact.tensor->dtype : values::DType::Unknown;
  if (dtype != values::DType::Int && dtype != values::DType::Unknown)
    return Declined{"bincount takes only integers; convert what is counted"};
  std::string difference =
      "a value of `minlength` or more raises where bincount returns more counts, on a GPU through "
      "a device-side assert after which the process cannot use the GPU";
  if (dtype == values::DType::Unknown || fact.tensor->rank != 1)
    difference += "; anything but a 1-d tensor of integers is converted and raises no error";
  return Sure{Applicability::Unsafe, std::move(difference)};
}

constexpr Pattern kPatterns[] = {{
    .match = "torch.bincount($x, minlength=$n)",
    .where = Judge,
    .replace = "torch.zeros($n, dtype=torch.long, device=$x.device)"
               ".scatter_add_(0, $x.long(), torch.ones_like($x, dtype=torch.long))",
    .title = "count into a fixed-size tensor",
}};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "torch.bincount") return std::nullopt;
  if (!HasOnly(*call, 1, {"minlength"}))
    return Declined{"it adds up weights; use `scatter_add_` for that"};
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
