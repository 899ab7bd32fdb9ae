// GM502: an exception that Dynamo cannot carry.
#include "rules/wording.h"

namespace graphmend::rules::unsupported_exception {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0006", "GB0022", "GB0057", "GB0088",
                                  "GB0095", "GB0135", "GB0273", "GB6270"};
using infer::observed::Exception;

lint::Finding Word(const infer::Observation& observation, const Exception& what) {
  return Report(observation, "unsupported exception: " + Name(what.by, "this one"),
                "this exception cannot be traced",
                "raise a builtin exception, or one whose `__init__` does not call "
                "`super().__init__`");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM502",
    .name = "unsupported-exception",
    .summary = "compiled code raises an exception that cannot be traced",
    .breaks = kBreaks,
    .precision = lint::Precision::Medium,
    .on = lint::kOn<Exception>,
    .check = lint::Check<Exception, Word>,
};

}  // namespace graphmend::rules::unsupported_exception
