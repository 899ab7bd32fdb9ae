#include "project/policy.h"

#include <utility>
#include <variant>

#include "project/exclusion.h"

namespace graphmend::project {

Policy::Policy(const settings::Stack& stack, const std::string& absolute_path,
               const settings::RuleTable& rules)
    : on_(rules.on), rules_(rules) {
  settings::Stack::Found found = stack.Find("per-file-ignores");
  if (!found) return;
  for (const auto& [pattern, selectors] : std::get<settings::Table>(found.item->value)) {
    if (!PathPatterns({pattern}, found.layer->directory).Match(absolute_path, false)) continue;
    std::vector<bool> ignored = settings::RulesNamed(selectors);
    for (std::size_t i = 0; i < on_.size(); ++i) on_[i] = on_[i] && !ignored[i];
  }
}

bool Policy::Weigh(diag::Diagnostic& finding) const {
  const bool firm = finding.condition.empty();
  if (const auto severity = rules_.severity[finding.rule_index]; firm && severity)
    finding.severity = *severity;
  return finding.severity >= rules_.least;
}

}  // namespace graphmend::project
