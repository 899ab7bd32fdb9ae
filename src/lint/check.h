// The front door of the lint stage: observations to diagnostics.
#pragma once

#include <optional>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/observation.h"
#include "infer/options.h"
#include "lint/rule.h"
#include "syntax/tree.h"

namespace graphmend::lint {

// One diagnostic for each (rule, expression), whatever number of contexts reached it; several
// callers of one break are listed in `callers`. Firm wins over conditional. Sorted by `Before`.
// PyTorch's ids are those that `target` reports.
std::vector<diag::Diagnostic> Check(const std::vector<infer::Observation>& observations,
                                    infer::Release target = {});

// GM900 for a file with parts that could not be parsed, at the first of them.
std::optional<diag::Diagnostic> CheckSyntax(const source::SourceFile& file,
                                            const syntax::Tree& tree);

}  // namespace graphmend::lint
