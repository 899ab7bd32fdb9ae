// GM103: tensor data decides whether an exception is raised.
#include "rules/wording.h"

namespace graphmend::rules::raise_on_tensor {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170"};
using infer::observed::BranchOn;

bool IsItsOwn(const BranchOn& what) { return what.guards_raise; }

lint::Finding Word(const infer::Observation& observation, const BranchOn&) {
  const std::string condition = observation.subject.empty() ? "condition" : observation.subject;
  return Report(
      observation,
      "data-dependent branch on " + Subject(observation, "a tensor") + " guards a `raise`",
      kNeedsBool,
      "check inside the graph with " +
          Code("torch._assert_async(torch.logical_not(" + condition + "), \"...\")") +
          ", which raises RuntimeError, or validate outside the compiled code");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM103",
    .name = "raise-on-tensor",
    .summary = "tensor data decides whether an exception is raised",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<BranchOn>,
    .check = lint::Check<BranchOn, Word>,
    .accepts = lint::Accepts<BranchOn, IsItsOwn>,
};

}  // namespace graphmend::rules::raise_on_tensor
