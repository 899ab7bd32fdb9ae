// Applies the comments that suppress findings (lint/directive.h), and finds those that suppress
// nothing (GM901, with a fix that removes them) or say nothing that is known (GM902).
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "lint/directive.h"
#include "lint/outcome.h"

namespace graphmend::lint {

// `findings` are those of one file; what is suppressed moves to `suppressed`, and findings about
// the comments themselves are added. `on` says which rules are: a comment is unused only if the
// rules that it names were looked for.
void Suppress(const source::SourceFile& file, const syntax::Tree& tree, const std::vector<bool>& on,
              std::vector<diag::Diagnostic>& findings, std::vector<Suppressed>& suppressed);

// Whether the finding is one of those that `Suppress` adds.
bool IsAboutComment(const diag::Diagnostic& finding);

}  // namespace graphmend::lint
