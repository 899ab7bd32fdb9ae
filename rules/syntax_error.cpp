// GM900: a part of a file is not Python. Listed so that reports can name it; `lint` makes the
// finding from the tree's errors, no observation leads here.
#include "lint/rule.h"

namespace graphmend::rules::syntax_error {

extern constinit const lint::Rule kRule = {
    .code = "GM900",
    .name = "syntax-error",
    .summary = "part of this file cannot be parsed and was not checked",
    .breaks = {},
    .severity = diag::Severity::Warning,
    .precision = lint::Precision::VeryHigh,
    .on = {},
};

}  // namespace graphmend::rules::syntax_error
