// GM201: text is written to a stream while compiled code runs.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0059", "GB0296", "GB0156", "GB0207"};
using infer::observed::Print;

lint::Finding Word(const infer::Observation& observation, const Print& what) {
  return Report(observation,
                Name(what.by, "this call") + " writes text, which a graph cannot do: it",
                "remove it, or print outside the compiled code; behind `if not "
                "torch.compiler.is_compiling():` it speaks only when the code runs uncompiled");
}

}  // namespace

extern constinit const lint::Rule print_in_graph = {
    .code = "GM201",
    .name = "print-in-graph",
    .summary = "compiled code prints",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Print>,
    .check = lint::Check<Print, Word>,
};

}  // namespace graphmend::rules
