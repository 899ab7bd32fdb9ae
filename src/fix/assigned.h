// What functions of the file assign or change, but for those that make objects: the names of
// attributes and of global variables. Whoever reads one of these may find it otherwise at another
// time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

struct Assigned {
  // By name, the places: `self.count` of `self.count += 1`. None ids: `m.eval()`, for "training".
  std::map<std::string, std::vector<syntax::ExprId>> attributes;
  std::set<std::string> globals;
  std::set<std::string> computed;  // methods with decorators: properties may be among them
  bool unknown = false;            // by `setattr` and the like: any attribute
};
// Of the finding's file, looked for once.
const Assigned& AssignedIn(const Finding& finding);
// Whether compiled code of the program assigns the attribute of one of the owners: modules, or
// classes, of which it may also be one that a class is derived from.
bool IsAssignedWhileCompiled(const Finding& finding, const std::string& attribute,
                             const std::vector<std::string>& owners, bool are_classes);
// Whether the attribute, as it is read of `object`, may be found otherwise: of classes and modules
// see above, of a tensor where code of the file assigns one of what may be a tensor, of any other
// object where code of the file does so at all.
bool MayBeAssigned(const Finding& finding, const std::string& attribute,
                   const infer::ExprFact& object);

}  // namespace graphmend::fix
