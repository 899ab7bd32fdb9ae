// What the settings say of the findings in one file: which rules are on there, how severe their
// findings are, and how severe one must be to be reported.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "project/exclusion.h"
#include "settings/resolve.h"

namespace graphmend::project {

// The rules of a stack of settings, and the files in which some of them are off.
struct RulesOfStack {
  explicit RulesOfStack(const settings::Stack& stack);

  struct FileIgnore {
    PathPatterns files;
    std::vector<bool> rules;  // in registry order
  };
  settings::RuleTable table;
  std::vector<FileIgnore> file_ignores;
};

class Policy {
 public:
  // `rules` outlives the policy.
  Policy(const RulesOfStack& rules, const std::string& absolute_path);

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
