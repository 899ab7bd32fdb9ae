// Reporting less than everything: `--changed`, `--since`, `--staged`, and the baseline. The whole
// project is analysed all the same; what is left out is known or was there before.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "driver/baseline.h"
#include "driver/discover.h"
#include "driver/git.h"
#include "driver/invocation.h"
#include "driver/project.h"

namespace graphmend::driver {

// The lines that `--changed`, `--since` or `--staged` leave; nothing: none of them was given. For
// `--staged`, the selected files get their staged text.
base::Result<std::optional<Changes>> ChangesFor(const Invocation& invocation, Selection& selection);

// Keeps findings that have to do with a changed line: what is underlined, its statement, or a step
// of the ways to it.
void KeepChanged(lint::Outcome& outcome, const Changes& changes);

// Reads the baseline that the options or the settings name, and moves what is known to the
// suppressed findings; nothing: none is named.
base::Result<std::optional<Baseline>> ApplyBaseline(const Invocation& invocation,
                                                    Configuration& configuration, Project& project,
                                                    lint::Outcome& outcome);

}  // namespace graphmend::driver
