// The front door that finds fixes: each diagnostic gets a fix, or one line that says why none is
// offered. The transformations are listed in transformations.h, by kind of observation.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "fix/finding.h"
#include "infer/observation.h"
#include "names/program.h"

namespace graphmend::fix {

// `observations` are those that the diagnostics were worded from; both in selected files of the
// program. A transformation that fails (an internal error) costs the fix only: it is named in
// `failures`, one line each.
void Propose(const names::Program& program, const std::vector<infer::Observation>& observations,
             const infer::Facts& facts, const Options& options,
             std::vector<diag::Diagnostic>& diagnostics, std::vector<std::string>& failures);

}  // namespace graphmend::fix
