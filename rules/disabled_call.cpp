// GM304: a call of code that compilation is switched off for.
#include "rules/wording.h"

namespace graphmend::rules::disabled_call {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0098", "GB0099", "GB0025", "GB0030", "GB4297", "GB4636"};
using infer::observed::Disabled;

lint::Finding Word(const infer::Observation& observation, const Disabled& what) {
  return Report(observation,
                "call to " +
                    (what.by.name.empty() ? Subject(observation, "a function")
                                          : Name(what.by, "a function")) +
                    ", which is excluded from compilation",
                "one graph ends before this call, and another begins after it",
                "this is what the exclusion does; for a single graph, call the function outside "
                "the compiled code or remove the exclusion");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM304",
    .name = "disabled-call",
    .summary = "compiled code calls a function that is excluded from compilation",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<Disabled>,
    .check = lint::Check<Disabled, Word>,
};

}  // namespace graphmend::rules::disabled_call
