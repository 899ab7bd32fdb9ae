// globals(): what the module that asks defines, by name.
#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {

namespace {
// Of more names only the first are told apart; the others are known to be there.
constexpr std::size_t kMostNames = 256;
}  // namespace

Ref module_names(const TransferCall& call) {
  if (!call.site.file) return call.Unknown();
  const ParsedFile& file = *call.site.file;
  const names::Scope& module = file.index()[file.index().module];
  values::Dict names;
  // `__name__` and its like, and what other modules put there.
  names.open = true;
  names.other_key = call.unit.Guarded(PyType::Str);
  names.other_value = call.Unknown();
  for (const base::Symbol name : module.order) {
    if (names.entries.size() == kMostNames) break;
    const Ref value = call.unit.definitions.GlobalValue(file, name);
    if (value.value) names.entries.push_back({call.unit.values.Str(name), value, false});
  }
  return {call.unit.values.Intern(std::move(names)), {}};
}

}  // namespace graphmend::infer::transfers
