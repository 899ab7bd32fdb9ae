// Compare the shapes in the place of is_same_size().
#include "fix/declaration.h"

namespace graphmend::fix::compare_shapes {
namespace {

Verdict Judge(const Finding& finding, const Holes& holes) {
  if (!finding.Fact(holes["x"]).Is(infer::FactKind::Tensor) ||
      !finding.Fact(holes["y"]).Is(infer::FactKind::Tensor))
    return std::nullopt;
  return Sure{};
}

constexpr Pattern kPatterns[] = {{
    .match = "torch.Tensor.is_same_size($x, $y)",
    .where = Judge,
    .replace = "$x.shape == $y.shape",
    .title = "compare the shapes",
}};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compare the shapes instead of calling is_same_size()",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::compare_shapes
