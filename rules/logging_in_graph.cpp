// GM202: a method of a logger is called while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules::logging_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0142", "GB0156", "GB0291", "GB4841", "GB6215"};
using infer::observed::Logging;

lint::Finding Word(const infer::Observation& observation, const Logging& what) {
  return Report(observation, "call to " + Name(what.by, "a logger") + " in compiled code",
                "logging is not traced, whatever the level",
                "log outside the compiled code, or guard the call with `if not "
                "torch.compiler.is_compiling():`, so that it runs only in eager code");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM202",
    .name = "logging-in-graph",
    .summary = "compiled code calls a logger",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Logging>,
    .check = lint::Check<Logging, Word>,
};

}  // namespace graphmend::rules::logging_in_graph
