// The front door of the SARIF writer: what a check found, as SARIF 2.1.0 that GitHub code scanning
// takes whole. Which of our fields becomes which of SARIF's, and why, is in sarif/README.md.
#pragma once

#include <functional>
#include <string>

#include "lint/outcome.h"

namespace graphmend::sarif {

// GitHub takes at most this many results of one run; of more, the most severe are written.
inline constexpr std::size_t kMostResults = 25000;

struct Options {
  std::string tool_version;
  int exit_status = 0;
  // The bytes of a file with findings as they are on disk, for its fingerprints; where this is not
  // set, the decoded text is taken.
  std::function<std::string(const source::SourceFile&)> bytes;
  // Suppressed findings too, marked as such. GitHub would show them as open alerts.
  bool suppressed = false;
};

// One log with one run, on one line: GitHub limits the size, and nobody reads it raw.
std::string Write(const lint::Outcome& outcome, const Options& options);

}  // namespace graphmend::sarif
