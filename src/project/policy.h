// What the settings say of the findings in one file: which rules are on there, how severe their
// findings are, and how severe one must be to be reported.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "settings/resolve.h"

namespace graphmend::project {

class Policy {
 public:
  // `rules` are those of the stack, and outlive the policy; `per-file-ignores` is applied to them.
  Policy(const settings::Stack& stack, const std::string& absolute_path,
         const settings::RuleTable& rules);

  // In registry order.
  const std::vector<bool>& on() const { return on_; }
  bool Selects(const diag::Diagnostic& finding) const { return on_[finding.rule_index]; }
  // Gives the finding its severity; false: it is not severe enough to be reported.
  bool Weigh(diag::Diagnostic& finding) const;

 private:
  std::vector<bool> on_;
  const settings::RuleTable& rules_;
};

}  // namespace graphmend::project
