// The front door that finds fixes: each diagnostic gets a fix, or one line that says why none is
// offered. The transformations are listed in transformations.h, by kind of observation.
#pragma once

#include <optional>
#include <string_view>
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

// What a transformation answered to one finding, for tests that count.
struct Answer {
  std::string_view transformation;                  // the name of its function
  std::optional<diag::Applicability> offered = {};  // none: it declined, or was not concerned
  bool declined = false;                            // it gave a reason
};
// Hears each answer from now on; null: nobody does. To be set before anything is proposed.
void HearAnswers(void (*hear)(const Answer&));

// The names of all transformations.
std::vector<std::string_view> TransformationNames();

}  // namespace graphmend::fix
