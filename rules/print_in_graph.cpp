// GM201: text is written to a stream while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules::print_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0059", "GB0296", "GB0156", "GB0207",
                                  "GB0007", "GB0116", "GB0142", "GB0292"};
using infer::observed::Print;

lint::Finding Word(const infer::Observation& observation, const Print& what) {
  return Report(observation, "call to " + Name(what.by, "a stream") + " in compiled code",
                "a graph cannot write text",
                "remove it, print outside the compiled code, or guard the call with `if not "
                "torch.compiler.is_compiling():`, so that it runs only in eager code");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM201",
    .name = "print-in-graph",
    .summary = "compiled code prints",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Print>,
    .check = lint::Check<Print, Word>,
};

}  // namespace graphmend::rules::print_in_graph
