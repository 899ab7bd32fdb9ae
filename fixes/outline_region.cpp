// A loop that breaks the graph, as one operator of it:
//
//                                             @graphmend.outline.region("out")
//                                             def _outlined_Experts_forward(self, mask, out, x):
//                                                 for expert in mask.nonzero():
//                                                     rows = torch.where(mask[expert])
//     out = torch.zeros_like(x)                       out.index_add_(0, rows, self.up(x[rows]))
//     for expert in mask.nonzero():               return out
//         rows = torch.where(mask[expert])
//         out.index_add_(0, rows, …)          out = torch.zeros_like(x)
//                                             out = _outlined_Experts_forward(self, mask, out, x)
//
// Its results are tensors that it changes in place, so that their shapes are known.

#include "fix/declaration.h"
#include "outliner.h"

namespace graphmend::fix::outline_region {
namespace {

std::optional<Proposal> Propose(const Finding& finding) {
  return Outline(finding, Results::Changed);
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::DynamicShape,  infer::ObservationKind::BooleanMask,
    infer::ObservationKind::LoopOn,        infer::ObservationKind::BranchOn,
    infer::ObservationKind::HostRead,      infer::ObservationKind::TensorAsInt,
    infer::ObservationKind::DataPredicate, infer::ObservationKind::TruthInCall,
    infer::ObservationKind::AssertOn};
constexpr std::string_view kBefore[] = {"visit_all", "count_selected", "capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a loop uncompiled, as one operator of the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .on_request = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::outline_region
