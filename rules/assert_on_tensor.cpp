// GM102: an assert in a form that Dynamo cannot turn into a check inside the graph.
#include "rules/wording.h"

namespace graphmend::rules::assert_on_tensor {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0034", "GB0171", "GB0055", "GB0112"};
using infer::observed::AssertOn;

lint::Finding Word(const infer::Observation& observation, const AssertOn& what) {
  const std::string cause = "data-dependent assert on " + Subject(observation, "a tensor");
  switch (what.form) {
    // A message that is not a literal is the one form that keeps the test a plain tensor.
    case AssertOn::Form::Message:
      return Report(observation, cause + " with a message that is not a plain string",
                    "an assert on a tensor needs a plain string as its message",
                    "make the message a plain string literal; the assert then stays in the graph");
    case AssertOn::Form::Function:
      return Report(observation, "data-dependent assert in " + Subject(observation, "this call"),
                    "checks a tensor in a function that is not traced",
                    "write `assert` with one tensor test and a plain string as its message, or "
                    "`torch._assert_async`; both stay in the graph");
    case AssertOn::Form::Object:
      return Report(
          observation, "assert on the truth of " + Subject(observation, "an object"),
          "Dynamo turns what is asserted into a check in the graph, and no graph can hold this",
          "write the test that you mean, as a Python bool: `x is not None`, `len(x) > 0`");
    case AssertOn::Form::Composed: break;
  }
  return Report(observation, cause,
                "`not`, `and` and `or` need a Python bool, but this is a tensor",
                "write one tensor test: `torch.logical_not(t)` for `not t`, `a & b` for `a and b`; "
                "and make the message a plain string");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM102",
    .name = "assert-on-tensor",
    .summary = "an assert tests tensor data, or an object, in a form that breaks the graph",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<AssertOn>,
    .check = lint::Check<AssertOn, Word>,
};

}  // namespace graphmend::rules::assert_on_tensor
