// Run a block with cuDNN as it is set.
#include "fix/declaration.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::keep_cudnn {
namespace {

using diag::Applicability;

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || CalledIn(finding, finding.expr) != "torch.backends.cudnn.flags")
    return std::nullopt;
  Rewriter rewriter(finding);
  const std::optional<bool> removed = RemoveContext(finding, rewriter);
  if (!removed) return std::nullopt;
  if (!*removed) return Declined{std::string(kFixedBlock)};
  return rewriter.Finish(
      "run the block with cuDNN as it is set", Applicability::Unsafe,
      "on a GPU, cuDNN computes what is inside with the settings made elsewhere");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a block with cuDNN as it is set",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_cudnn
