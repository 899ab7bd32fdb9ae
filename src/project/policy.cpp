#include "project/policy.h"

#include <utility>
#include <variant>

namespace graphmend::project {

RulesOfStack::RulesOfStack(const settings::Stack& stack) : table(settings::Rules(stack)) {
  settings::Stack::Found found = stack.Find("per-file-ignores");
  if (!found) return;
  for (const auto& [pattern, selectors] : std::get<settings::Table>(found.item->value))
    file_ignores.push_back(
        {PathPatterns({pattern}, found.layer->directory), settings::RulesNamed(selectors)});
}

Policy::Policy(const RulesOfStack& rules, const std::string& absolute_path)
    : on_(rules.table.on), rules_(rules.table) {
  for (const RulesOfStack::FileIgnore& ignore : rules.file_ignores) {
    if (!ignore.files.Match(absolute_path, false)) continue;
    for (std::size_t i = 0; i < on_.size(); ++i) on_[i] = on_[i] && !ignore.rules[i];
  }
}

bool Policy::Weigh(diag::Diagnostic& finding) const {
  const bool firm = finding.condition.empty();
  if (const auto severity = rules_.severity[finding.rule_index]; firm && severity)
    finding.severity = *severity;
  return finding.severity >= rules_.least;
}

}  // namespace graphmend::project
