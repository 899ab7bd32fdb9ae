// GM000: graphmend itself failed on a file. Listed so that reports can name it; `project` makes
// the finding, no observation leads here.
#include "lint/rule.h"

namespace graphmend::rules::internal_error {

extern constinit const lint::Rule kRule = {
    .code = "GM000",
    .name = "internal-error",
    .summary = "graphmend failed on this file; the other files were checked",
    .breaks = {},
    .severity = diag::Severity::Error,
    .precision = lint::Precision::VeryHigh,
    .on = {},
};

}  // namespace graphmend::rules::internal_error
