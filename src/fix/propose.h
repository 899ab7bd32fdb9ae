// The front door that finds fixes: each diagnostic gets a fix, or one line that says why none is
// offered. What there is to offer is declared in fixes/, one file for each.
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
// program. A fix that fails (an internal error) costs the fix only: it is named in
// `failures`, one line each.
void Propose(const names::Program& program, const std::vector<infer::Observation>& observations,
             const infer::Facts& facts, const Options& options,
             std::vector<diag::Diagnostic>& diagnostics, std::vector<std::string>& failures);

// What a fix answered to one finding, for tests that count.
struct Answer {
  std::string_view asked;                           // its slug
  std::optional<diag::Applicability> offered = {};  // none: it declined, or was not concerned
  bool declined = false;                            // it gave a reason
};
// Hears each answer from now on; null: nobody does. To be set before anything is proposed.
void HearAnswers(void (*hear)(const Answer&));

}  // namespace graphmend::fix
