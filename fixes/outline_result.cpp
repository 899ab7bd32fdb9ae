// Code that makes tensors and breaks the graph on the way, as one operator of it:
//
//                                             @graphmend.outline.computed
//                                             def _outlined_distance(x, y):
//     same = torch.equal(x, y)                    same = torch.equal(x, y)
//     squares = x.pow(2) if same else …           squares = x.pow(2) if same else …
//     return squares + …                          return squares + …
//
//                                             return _outlined_distance(x, y)
//
// What its results look like is found while the compiler traces, by trying each answer that its
// tests could have. What certainly has a size that depends on data is not moved.

#include "fix/declaration.h"
#include "outliner.h"

namespace graphmend::fix::outline_result {
namespace {

// A mask that for all that is known may be a bool, as a comparison of numbers is; hardly anything
// is indexed by one.
bool IsMask(const Finding& finding) {
  using infer::FactKind;
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  return item && finding.kind == infer::ObservationKind::BooleanMask &&
         finding.Fact(item->index).OneOf(FactKind::Tensor, FactKind::Bool) &&
         finding.Fact(item->index).MayBe(FactKind::Tensor);
}

std::optional<Proposal> Propose(const Finding& finding) {
  // Where the break is not certain, uncompiled code may cost more than it mends.
  if (finding.diagnostic.severity == diag::Severity::Note && !IsMask(finding)) return std::nullopt;
  return Outline(finding, Results::Made);
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::DynamicShape,  infer::ObservationKind::BooleanMask,
    infer::ObservationKind::LoopOn,        infer::ObservationKind::BranchOn,
    infer::ObservationKind::HostRead,      infer::ObservationKind::TensorAsInt,
    infer::ObservationKind::DataPredicate, infer::ObservationKind::TruthInCall,
    infer::ObservationKind::AssertOn};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute tensors uncompiled, by one operator of the graph",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .on_request = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::outline_result
