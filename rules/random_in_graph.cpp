// GM205: random numbers of Python or NumPy, or the state of a generator, in compiled code.
#include "rules/wording.h"

namespace graphmend::rules::random_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0033", "GB0055", "GB0107", "GB0110",
                                  "GB0142", "GB0170", "GB0208", "GB0213", "GB0297",
                                  "GB0298", "GB0363", "GB4841", "GB7650"};
using infer::observed::Random;

std::string Help(const Random& what) {
  if (what.by.kind == infer::OperationKind::TorchGenerator)
    return "seed before the compiled code is entered; plain `torch.rand` and the like are traced";
  if (what.by.kind == infer::OperationKind::DrawnNumber)
    return "compute with the tensor, as in `x * u * 2`, or draw with `torch.rand`, which is traced";
  return "draw with `torch.rand` or `torch.randint`, which are traced, or draw outside the "
         "compiled code and pass the number in";
}

lint::Finding Word(const infer::Observation& observation, const Random& what) {
  if (what.by.kind == infer::OperationKind::DrawnNumber)
    return Report(observation, Name(what.by, "an operator") + " on a number that `random` draws",
                  "Dynamo traces operators on such a number only with a tensor", Help(what));
  return Report(observation, "use of " + Name(what.by, "a random state") + " in compiled code",
                "this random state is not traced", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM205",
    .name = "random-in-graph",
    .summary = "compiled code draws from or sets a random state that is not traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<Random>,
    .check = lint::Check<Random, Word>,
};

}  // namespace graphmend::rules::random_in_graph
