// GM203: a warning is issued while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules::warning_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0092"};
using infer::observed::Warning;

lint::Finding Word(const infer::Observation& observation, const Warning& what) {
  return Report(
      observation, "call to " + Name(what.by, "a warning") + " in compiled code",
      "issuing a warning is not traced",
      "warn where the object is built or before the compiled code is entered, or guard the call "
      "with `if not torch.compiler.is_compiling():`, so that it runs only in eager code");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM203",
    .name = "warning-in-graph",
    .summary = "compiled code issues a warning",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Warning>,
    .check = lint::Check<Warning, Word>,
};

}  // namespace graphmend::rules::warning_in_graph
