// Whether what `when=` and `fullgraph=` say is a condition: True, or words of the vocabulary about
// parameters, joined by `and`, `or` and `not`.
#pragma once

#include "models/mistakes.h"
#include "syntax/tree.h"

namespace graphmend::models {

void CheckCondition(const syntax::Tree& tree, const source::SourceFile& source,
                    syntax::ExprId condition, Mistakes& mistakes);

}  // namespace graphmend::models
