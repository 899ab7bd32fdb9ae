// Which rules are on: `--select`, `--extend-select` and `--ignore`.
//
//   selector   ALL, a code prefix ("GM", "GM1", "GM10"), a code ("GM101") or a name
//   ("branch-on-tensor")
//
// Where a rule is both selected and ignored, the more exact selector wins; equal ones: ignored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/rule.h"

namespace graphmend::lint {

struct Selectors {
  std::vector<std::string> select = {};  // empty: all rules
  std::vector<std::string> extend_select = {};
  std::vector<std::string> ignore = {};
};

// How exactly one of `selectors` names `rule`: 0 not at all, more for a longer prefix, most for a
// code or a name.
int Exactness(const std::vector<std::string>& selectors, const Rule& rule);

// What is wrong with a selector that means no rule, with a hint.
std::optional<base::Error> CheckSelector(const std::string& selector);

// One flag for each rule, in registry order. Fails, with a hint, on a selector that means no rule.
base::Result<std::vector<bool>> Select(const Selectors& selectors);

}  // namespace graphmend::lint
