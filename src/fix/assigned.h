// What functions of the file assign or change, but for those that make objects: the names of
// attributes and of global variables. Whoever reads one of these may find it otherwise at another
// time.
#pragma once

#include <set>
#include <string>

#include "fix/finding.h"

namespace graphmend::fix {

struct Assigned {
  std::set<std::string> attributes;
  std::set<std::string> globals;
  std::set<std::string> computed;  // methods with decorators: properties may be among them
  bool unknown = false;            // by `setattr` and the like: any attribute
};
Assigned AssignedIn(const Finding& finding);

}  // namespace graphmend::fix
