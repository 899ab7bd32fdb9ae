// Which files a run looks at: the paths asked for, directories walked.
//
//   taken     `.py` and `.pyi` below a directory; a file that is named itself, whatever it is
//   called left out  what .gitignore files say (those of parent directories too, up to the
//   repository), and
//             directories that hold no source of the project (.git, .venv, node_modules, …)
//   links     followed, each directory and file once, under its real name where both are reached
#pragma once

#include <string>
#include <vector>

#include "lint/outcome.h"

namespace graphmend::driver {

struct SelectedFile {
  std::string path;   // on disk
  std::string shown;  // relative to the working directory when below it, else absolute
};

struct Selection {
  std::vector<SelectedFile> files;       // sorted by `shown`, each file once
  std::vector<std::string> directories;  // of those asked for, sorted: where imports are looked up
  std::vector<lint::Problem> problems;   // missing paths and unreadable directories
};

Selection Discover(const std::vector<std::string>& paths);

// `path` as the user is shown it.
std::string ShownPath(const std::string& path);

}  // namespace graphmend::driver
