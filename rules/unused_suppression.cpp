// GM901: a comment that suppresses nothing. Listed so that reports can name it; the lint stage
// makes the finding from the comments of a file, no observation leads here.
#include "lint/rule.h"

namespace graphmend::rules::unused_suppression {

extern constinit const lint::Rule kRule = {
    .code = "GM901",
    .name = "unused-suppression",
    .summary = "a suppression comment suppresses nothing",
    .breaks = {},
    .severity = diag::Severity::Warning,
    .precision = lint::Precision::VeryHigh,
    .on = {},
};

}  // namespace graphmend::rules::unused_suppression
