// Divisions by variables, which a branch on what is divided by may guard against 0.
#pragma once

#include <optional>
#include <vector>

#include "fix/finding.h"
#include "fix/terms.h"

namespace graphmend::fix {

// Where the statements divide by variables that none of them assigns; nullopt where they may spoil
// gradients of zeros otherwise, or do more than assign.
std::optional<std::vector<syntax::ExprId>> DivisorsIn(const Finding& finding, const Terms& terms,
                                                      syntax::StmtList statements);

}  // namespace graphmend::fix
