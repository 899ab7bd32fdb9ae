// GM108: a call answers a question about tensor data with a Python bool.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0033", "GB0208", "GB0170"};
constexpr infer::ObservationKind kOn[] = {infer::ObservationKind::DataPredicate};

std::string Help(const infer::Observation& observation) {
  const std::string_view operation = observation.operation;
  if (operation.ends_with("allclose"))
    return "use `torch.isclose(a, b).all()`, whose answer is a tensor";
  if (operation.ends_with("equal"))
    return "use `(a == b).all()`, whose answer is a tensor, where the shapes are the same";
  if (operation.ends_with("is_same_size")) return "compare the shapes: `a.shape == b.shape`";
  if (operation.ends_with("is_nonzero")) return "use `t != 0`, whose answer is a tensor";
  return "use an elementwise comparison, whose answer is a tensor, or ask outside the compiled "
         "code";
}

lint::Finding Check(const infer::Observation& observation) {
  return Report(observation,
                Subject(observation, "this call") +
                    " answers with a Python bool that depends on tensor data, which",
                Help(observation));
}

}  // namespace

extern constinit const lint::Rule data_predicate = {
    .code = "GM108",
    .name = "data-predicate",
    .summary = "a call answers a question about tensor data with a Python bool",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = kOn,
    .check = Check,
};

}  // namespace graphmend::rules
