// GM902: a comment that looks like a suppression and is none. Listed so that reports can name it;
// the lint stage makes the finding from the comments of a file, no observation leads here.
#include "lint/rule.h"

namespace graphmend::rules::unknown_suppression {

extern constinit const lint::Rule kRule = {
    .code = "GM902",
    .name = "unknown-suppression",
    .summary = "a `graphmend:` comment names no rule, or is not one that graphmend knows",
    .breaks = {},
    .severity = diag::Severity::Warning,
    .precision = lint::Precision::VeryHigh,
    .on = {},
};

}  // namespace graphmend::rules::unknown_suppression
