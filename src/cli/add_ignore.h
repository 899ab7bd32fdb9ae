// `graphmend check --add-ignore`: the findings of a run become comments that suppress them.
#pragma once

#include "cli/invocation.h"
#include "lint/outcome.h"
#include "project/project.h"

namespace graphmend::cli {

// Writes the files with findings, each whole or not at all; the exit status. A file whose text is
// not UTF-8, or where a comment cannot be placed, keeps what it has, and that is said.
int AddIgnores(const Invocation& invocation, const project::Project& project,
               const lint::Outcome& outcome);

}  // namespace graphmend::cli
