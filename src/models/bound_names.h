// The names that a stub binds.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "syntax/tree.h"

namespace graphmend::models {

struct BoundNames {
  std::unordered_set<std::string> names;  // anywhere in it: functions, classes, imports, variables
  std::vector<std::string> stars;         // modules whose names it has as well; absolute ones only
  bool has_other_star = false;            // or of one that is named from where the stub lies

  bool Has(std::string_view name) const { return names.contains(std::string(name)); }
};

BoundNames BoundNamesOf(const syntax::Tree& tree);

}  // namespace graphmend::models
