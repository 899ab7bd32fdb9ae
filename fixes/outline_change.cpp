// Code that changes buffers and breaks the graph, as one operator of it:
//
//                                             @graphmend.outline.changing("mean, ready")
//                                             def _outlined_Norm_forward(self, x):
//     if not self.ready:                          if not self.ready:
//         self.mean.data.copy_(x.mean(0))             self.mean.data.copy_(x.mean(0))
//         self.ready.data.fill_(True)                 self.ready.data.fill_(True)
//
//                                             _outlined_Norm_forward(self, x)
//
// It gives nothing, so that nothing has to be known of shapes, and no gradient goes through it: it
// runs once for each call, and may draw and say what it likes.

#include "fix/declaration.h"
#include "outliner.h"

namespace graphmend::fix::outline_change {
namespace {

std::optional<Proposal> Propose(const Finding& finding) {
  // Where the break is not certain, uncompiled code may cost more than it mends.
  if (finding.diagnostic.severity == diag::Severity::Note) return std::nullopt;
  return Outline(finding, Results::Buffers);
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::DynamicShape,  infer::ObservationKind::BooleanMask,
    infer::ObservationKind::LoopOn,        infer::ObservationKind::BranchOn,
    infer::ObservationKind::HostRead,      infer::ObservationKind::TensorAsInt,
    infer::ObservationKind::DataPredicate, infer::ObservationKind::TruthInCall,
    infer::ObservationKind::AssertOn};
constexpr std::string_view kBefore[] = {"outline_result"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "change buffers uncompiled, by one operator of the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .on_request = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::outline_change
