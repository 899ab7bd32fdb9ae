#include "fix/function_flows.h"

namespace graphmend::fix {

FunctionFlows::Entry& FunctionFlows::EntryOf(const names::ParsedFile& file,
                                             syntax::FunctionId function) {
  if (file_ != file.id()) entries_.clear();
  file_ = file.id();
  std::unique_ptr<Entry>& entry = entries_[function.index];
  if (!entry) entry = std::make_unique<Entry>(file.Function(function), budget_);
  return *entry;
}

void FunctionFlows::ForgetTerms() {
  for (auto& [function, entry] : entries_) entry->terms = {};
}

const Dataflow& Finding::Flow() const { return flows.Of(file, function); }

}  // namespace graphmend::fix
