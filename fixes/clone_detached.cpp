// Copy a tensor by clone() in the place of deepcopy.
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fixes/copies.h"

namespace graphmend::fix::clone_detached {
namespace {

using diag::Applicability;

Verdict Judge(const Finding& finding, const Holes& holes) {
  if (!finding.function) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  // What an operation has just made fills its storage, which clone() keeps the strides of.
  if (IsNewTensor(finding, holes["x"])) return Sure{};
  return Sure{Applicability::Unsafe,
              "where the tensor is expanded or part of another, the copy has its own strides, and "
              "no two of its elements share memory"};
}

// A tensor alone, with whatever history.
Verdict OfTensor(const Finding& finding, const Holes& holes) {
  if (!finding.function || !IsTensor(finding.Fact(holes["x"]))) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  return Sure{Applicability::Unsafe, std::string(kSharedDifference)};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "copy.deepcopy(torch.Tensor.detach($x))",
        .where = Judge,
        .replace = "$x.detach().clone()",
        .title = "copy the tensor with clone()",
    },
    {
        .match = "copy.deepcopy($x)",
        .where = OfTensor,
        .replace = "$x.detach().clone()",
        .title = "copy the tensor with clone()",
    },
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "copy.deepcopy") return std::nullopt;
  return Declined{"more than one tensor may be copied here; copy each with `.detach().clone()`"};
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};
constexpr std::string_view kBefore[] = {"clone_held"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "copy a tensor with clone() instead of deepcopy",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::clone_detached
