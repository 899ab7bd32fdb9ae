// torch.bucketize in the place of np.digitize(x, edges), which Dynamo does not trace.
#include "fix/declaration.h"

namespace graphmend::fix::digitize_by_torch {
namespace {

// NumPy compares in the dtype that both promote to. Doubles hold all that the other dtypes do, but
// for whole numbers beyond 2^53 and complex numbers.
Verdict OfArrays(const Finding& finding, const Holes& holes) {
  const infer::ExprFact& values = finding.Fact(holes["x"]);
  if (!values.tensor || !values.tensor->numpy)
    return Declined{"what is searched for is not known to be an array; use torch.bucketize"};
  return Sure{diag::Applicability::Unsafe,
              "an array without dimensions gives one, not a number; edges that do not increase are "
              "not refused nor searched backwards, whole numbers "
              "beyond 2^53 are rounded, and complex numbers lose their imaginary part"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "numpy.digitize($x, $edges)",
        .where = OfArrays,
        .replace = "torch.bucketize(torch.as_tensor($x).double().contiguous(), "
                   "torch.as_tensor($edges).double().contiguous(), "
                   "right=True).numpy()",
        .title = "find the bins by torch",
    },
    {
        .match = "numpy.digitize($x, $edges, right=True)",
        .where = OfArrays,
        .replace = "torch.bucketize(torch.as_tensor($x).double().contiguous(), "
                   "torch.as_tensor($edges).double().contiguous())"
                   ".numpy()",
        .title = "find the bins by torch",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Numpy,
                                               infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "find bins by torch.bucketize instead of np.digitize",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::digitize_by_torch
