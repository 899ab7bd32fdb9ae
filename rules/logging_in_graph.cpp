// GM202: a method of a logger is called while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0291", "GB4841", "GB6215"};
using infer::observed::Logging;

lint::Finding Word(const infer::Observation& observation, const Logging& what) {
  return Report(observation,
                Name(what.by, "this call") +
                    " is logging, which torch.compile does not trace, whatever the level: it",
                "log outside the compiled code; behind `if not torch.compiler.is_compiling():` it "
                "speaks only when the code runs uncompiled");
}

}  // namespace

extern constinit const lint::Rule logging_in_graph = {
    .code = "GM202",
    .name = "logging-in-graph",
    .summary = "compiled code calls a logger",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Logging>,
    .check = lint::Check<Logging, Word>,
};

}  // namespace graphmend::rules
