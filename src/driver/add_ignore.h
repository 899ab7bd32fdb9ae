// `graphmend check --add-ignore`: the findings of a run become comments that suppress them.
#pragma once

#include "driver/invocation.h"
#include "driver/project.h"
#include "lint/outcome.h"

namespace graphmend::driver {

// Writes the files with findings, each whole or not at all; the exit status. A file whose text is
// not UTF-8, or where a comment cannot be placed, keeps what it has, and that is said.
int AddIgnores(const Invocation& invocation, const Project& project, const lint::Outcome& outcome);

}  // namespace graphmend::driver
