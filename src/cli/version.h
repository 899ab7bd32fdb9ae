// What `graphmend --version` says.
#pragma once

#include <string>

namespace graphmend::cli {

// "graphmend 0.1.0 (5e5cc4d 2026-11-24)"; without parentheses where the commit is not known, and
// with "-dirty" behind it where the sources had been changed since.
std::string VersionText();

}  // namespace graphmend::cli
