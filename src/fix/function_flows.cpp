#include "fix/function_flows.h"

namespace graphmend::fix {

void FunctionFlows::TurnTo(const names::ParsedFile& file) {
  if (file_ == file.id()) return;
  entries_.clear();
  calls_.reset();
  file_ = file.id();
}

std::pair<CallIndex&, bool> FunctionFlows::CallsOf(const names::ParsedFile& file) {
  TurnTo(file);
  const bool is_new = !calls_;
  if (is_new) calls_ = std::make_unique<CallIndex>();
  return {*calls_, is_new};
}

FunctionFlows::Entry& FunctionFlows::EntryOf(const names::ParsedFile& file,
                                             syntax::FunctionId function) {
  TurnTo(file);
  std::unique_ptr<Entry>& entry = entries_[function.index];
  if (!entry) entry = std::make_unique<Entry>(file.Function(function), budget_);
  return *entry;
}

void FunctionFlows::ForgetTerms() {
  for (auto& [function, entry] : entries_) entry->terms = {}, entry->answers = {};
}

bool AskedOnce(const Finding& finding, std::optional<bool> FunctionAnswers::* answer,
               bool (*ask)(const Finding&)) {
  if (finding.assumptions) return ask(finding);
  std::optional<bool>& known = finding.flows.AnswersFor(finding.file, finding.function).*answer;
  if (!known) known = ask(finding);
  return *known;
}

const Dataflow& Finding::Flow() const { return flows.Of(file, function); }

}  // namespace graphmend::fix
