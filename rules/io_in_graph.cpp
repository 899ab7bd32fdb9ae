// GM204: compiled code reaches outside: files, environment, processes, clocks.
#include "rules/wording.h"

namespace graphmend::rules::io_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0007", "GB0059", "GB0142", "GB0147", "GB0156"};
using infer::observed::InputOutput;

lint::Finding Word(const infer::Observation& observation, const InputOutput& what) {
  return Report(observation, "use of " + Name(what.by, "the outside world") + " in compiled code",
                "reaches outside the program, which a graph cannot do",
                "do it once outside the compiled code and pass the result in");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM204",
    .name = "io-in-graph",
    .summary = "compiled code uses files, the environment, processes or clocks",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<InputOutput>,
    .check = lint::Check<InputOutput, Word>,
};

}  // namespace graphmend::rules::io_in_graph
