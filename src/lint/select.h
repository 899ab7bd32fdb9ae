// Which rules are on: `--select`, `--extend-select` and `--ignore`.
//
//   selector   ALL, a code prefix ("GM", "GM1", "GM10"), a code ("GM101") or a name
//   ("branch-on-tensor")
//
// Where a rule is both selected and ignored, the more exact selector wins; equal ones: ignored.
#pragma once

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

// One flag for each rule, in registry order. Fails, with a hint, on a selector that means no rule.
base::Result<std::vector<bool>> Select(const Selectors& selectors);

}  // namespace graphmend::lint
