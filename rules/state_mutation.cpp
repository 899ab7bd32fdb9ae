// GM206: compiled code changes something in a way that Dynamo cannot replay.
#include "rules/wording.h"

namespace graphmend::rules::state_mutation {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0004", "GB0056", "GB0058", "GB0072", "GB0075", "GB0084",
                                  "GB0096", "GB0097", "GB0117", "GB0126", "GB0127", "GB0128",
                                  "GB0129", "GB0130", "GB0131", "GB0156", "GB0169", "GB0189",
                                  "GB0220", "GB0254", "GB0271", "GB0467", "GB4197", "GB4271",
                                  "GB5849", "GB5976", "GB7637", "GB7786", "GB8977"};
using infer::observed::StateMutation;

std::string Change(const StateMutation& what) {
  switch (what.form) {
    case StateMutation::Form::SetPart:
      return "setting `" + std::string(what.by.name) + "` of a tensor";
    case StateMutation::Form::SetFunctionAttribute: return "setting an attribute of a function";
    case StateMutation::Form::DefineClass: return "defining a class";
    case StateMutation::Form::ChangeFolded: return "changing a list made from a string";
    case StateMutation::Form::Function: break;
  }
  return "use of " + Name(what.by, "this statement");
}

lint::Finding Word(const infer::Observation& observation, const StateMutation& what) {
  if (what.form == StateMutation::Form::ChangeFolded)
    return Report(observation, Change(what) + " in compiled code",
                  "Dynamo keeps the result of `split` as a constant, which cannot change",
                  "change a copy: `list(…)` makes one");
  return Report(observation, Change(what) + " in compiled code",
                "changes state in a way that cannot be replayed after the graph",
                "make the change outside the compiled code, or keep the state in an attribute, a "
                "buffer or a list, whose changes are traced");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM206",
    .name = "state-mutation",
    .summary = "compiled code changes state in a way that cannot be traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<StateMutation>,
    .check = lint::Check<StateMutation, Word>,
};

}  // namespace graphmend::rules::state_mutation
