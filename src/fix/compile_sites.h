// Where a file compiles something itself: `torch.compile` as a decorator or as a call, by what
// imports give.
#pragma once

#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

struct CompileSite {
  syntax::ExprId expr;           // the call, or the decorator
  syntax::StmtId stmt;           // that holds it; of a decorator: the definition
  syntax::FunctionId decorated;  // none for a call
  syntax::ExprId compiled;       // what a call is given first; none where it is given nothing
};

std::vector<CompileSite> CompileSites(const Finding& finding);

}  // namespace graphmend::fix
