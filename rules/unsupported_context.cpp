// GM501: a `with` statement enters something that Dynamo does not support.
#include "rules/wording.h"

namespace graphmend::rules::unsupported_context {
namespace {

constexpr lint::GbId kBreaks[] = {"GB0142", "GB0066", "GB0221", "GB0262", "GB0008", "GB0208"};
using infer::observed::UnsupportedContext;

// What is entered: "threading.Lock" of "threading.Lock.__enter__".
std::string Manager(const UnsupportedContext& what) {
  std::string name = what.by.name;
  if (constexpr std::string_view kEnter = ".__enter__"; name.ends_with(kEnter))
    name.resize(name.size() - kEnter.size());
  return name.empty() ? "in this `with`" : Code(name);
}

lint::Finding Word(const infer::Observation& observation, const UnsupportedContext& what) {
  return Report(
      observation, "unsupported context manager " + Manager(what),
      "cannot be entered while tracing",
      "enter it outside the compiled code; `torch.no_grad`, `torch.autocast`, "
      "`contextlib.nullcontext` and your own `__enter__`/`__exit__` classes, where compiled "
      "code makes the instance, are traced");
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM501",
    .name = "unsupported-context",
    .summary = "compiled code enters a context manager that is not supported",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<UnsupportedContext>,
    .check = lint::Check<UnsupportedContext, Word>,
};

}  // namespace graphmend::rules::unsupported_context
