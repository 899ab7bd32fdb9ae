// GM301: NumPy reads tensor data, or does what Dynamo's own NumPy cannot.
#include "rules/wording.h"

namespace graphmend::rules::numpy_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0033", "GB0036", "GB0055", "GB0087", "GB0156",
                                  "GB0157", "GB0158", "GB0159", "GB0170", "GB0185",
                                  "GB0208", "GB0250", "GB0290", "GB0294", "GB0300"};
using infer::observed::Numpy;

lint::Finding Word(const infer::Observation& observation, const Numpy& what) {
  return Report(observation, "use of " + Name(what.by, "NumPy") + " in compiled code",
                "this part of NumPy is not traced",
                "use the function from `torch`, or compute it outside the compiled code");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM301",
    .name = "numpy-in-graph",
    .summary = "compiled code uses a part of NumPy that is not traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<Numpy>,
    .check = lint::Check<Numpy, Word>,
};

}  // namespace graphmend::rules::numpy_in_graph
