// Apart from the command line, so that a new commit compiles little again.
#include "cli/version.h"

#include "cli/commit.h"
#include "project/version.h"

namespace graphmend::cli {

std::string VersionText() {
  std::string text = std::string("graphmend ") + project::kVersion;
  const std::string commit = kCommit;
  return commit.empty() ? text : text + " (" + commit + ")";
}

}  // namespace graphmend::cli
