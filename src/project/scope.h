// Reporting less than everything: `--changed`, `--since`, `--staged`, and the baseline. The whole
// project is analysed all the same; what is left out is known or was there before.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "project/baseline.h"
#include "project/changes.h"
#include "project/discover.h"
#include "project/project.h"

namespace graphmend::project {

// Which lines findings must have to do with; at most one may be set.
struct LineScope {
  bool uncommitted = false;  // --changed
  bool staged = false;       // --staged
  std::string since;         // --since: a revision

  bool IsWhole() const { return !uncommitted && !staged && since.empty(); }
};

// The lines in the scope; nothing: all. For `--staged`, the selected files get their staged text.
base::Result<std::optional<Changes>> ChangesFor(const LineScope& scope, Selection& selection);

// Keeps findings that have to do with a changed line: what is underlined, its statement, or a step
// of the ways to it.
std::optional<base::Error> KeepChanged(lint::Outcome& outcome, const Changes& changes);

// What becomes of the baseline besides being applied; at most one may be set.
struct BaselineUpdate {
  bool update = false;  // --update-baseline: written anew, so it need not be there
  bool prune = false;   // --prune-baseline

  bool Writes() const { return update || prune; }
};

// Reads the baseline that the settings name, or the default one where it is to be written, and
// moves what is known to the suppressed findings; nothing: there is none.
base::Result<std::optional<Baseline>> ApplyBaseline(const BaselineUpdate& update,
                                                    Configuration& configuration, Project& project,
                                                    lint::Outcome& outcome);

}  // namespace graphmend::project
