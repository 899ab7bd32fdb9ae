// GM306: a library that compiled code calls breaks the graph. Made by the lint stage of the
// findings in its files (lint/library_breaks.h); no observation leads here.
#include "lint/rule.h"

namespace graphmend::rules::library_break {

extern constinit const lint::Rule kRule = {
    .code = "GM306",
    .name = "library-break",
    .summary = "a library that compiled code calls breaks the graph",
    .breaks = {},
    .severity = diag::Severity::Warning,
    .precision = lint::Precision::High,
    .on = {},
};

}  // namespace graphmend::rules::library_break
