// GM603: a tensor is copied between host and device inside compiled code.
#include "rules/wording.h"

namespace graphmend::rules::device_copy {
namespace {

using infer::observed::DeviceCopy;

lint::Finding Word(const infer::Observation&, const DeviceCopy& what) {
  return {"copy between devices by " + Name(what.by, "this call"),
          "the host waits, and CUDA graphs are not used",
          "move tensors before the compiled code is entered, or create them on the right device"};
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM603",
    .name = "device-copy",
    .summary = "a tensor is copied between host and device inside compiled code",
    .severity = diag::Severity::Note,
    .precision = lint::Precision::Medium,
    .on_request = true,
    .on = lint::kOn<DeviceCopy>,
    .check = lint::Check<DeviceCopy, Word>,
};

}  // namespace graphmend::rules::device_copy
