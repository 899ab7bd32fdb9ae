// GM106: a tensor's value is read into Python.
#include "rules/wording.h"

namespace graphmend::rules::host_read {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0124", "GB0109", "GB0033", "GB0218"};
using infer::observed::HostRead;

std::string Help(const HostRead& what) {
  using infer::OperationKind;
  const OperationKind kind = what.by.kind;
  if (kind == OperationKind::ToList)
    return "keep the tensor, split it with `.unbind()`, or keep the numbers as a Python list from "
           "the start";
  if (kind == OperationKind::ToBool)
    return "keep the 0-d bool tensor and combine it with `torch.where`, `&` and "
           "`torch.logical_not`";
  if (kind == OperationKind::Math)
    return "use the function of the same name in `torch`, which stays in the graph";
  return "keep the 0-d tensor: arithmetic, `torch.where` and `clamp` accept it; if Python needs "
         "the number, read it outside the compiled code";
}

lint::Finding Word(const infer::Observation& observation, const HostRead& what) {
  return Report(observation,
                "tensor value read into Python by " + Subject(observation, "this call"),
                "needs the tensor's value, known only when the graph runs", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM106",
    .name = "host-read",
    .summary = "a tensor's value is read into Python",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<HostRead>,
    .check = lint::Check<HostRead, Word>,
};

}  // namespace graphmend::rules::host_read
