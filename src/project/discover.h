// Which files a run looks at: the paths asked for, directories walked.
//
//   taken     `.py`, `.pyi` and `.ipynb` below a directory; a file that is named itself, whatever
//             it is called, unless that, or how it begins, says that it holds something else
//   left out  what .gitignore files say (those of parent directories too, up to the repository),
//   and
//             directories that hold no source of the project (.git, .venv, node_modules, …)
//   settings  `exclude` replaces the list of those directories; `extend-exclude` adds to it
//   links     followed where they lead to something below a directory that was named, each
//             directory and file once, under its real name where both are reached
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/outcome.h"
#include "notebook/notebook.h"
#include "project/configuration.h"

namespace graphmend::project {

struct SelectedFile {
  std::string path;   // on disk
  std::string shown;  // relative to the working directory when below it, else absolute
  std::optional<std::string> text = {};  // instead of what is on disk: standard input, an editor
  std::shared_ptr<const notebook::Notebook> notebook = {};  // what `text` was made of
  std::optional<std::string> bytes = {};  // of a notebook, instead of what is on disk
};

struct Selection {
  std::vector<SelectedFile> files;       // sorted by `shown`, each file once
  std::vector<std::string> directories;  // of those asked for, sorted: where imports are looked up
  std::vector<lint::Problem> problems;   // missing paths and unreadable directories
};

// Without a configuration, as if nothing were set.
Selection Discover(const std::vector<std::string>& paths, Configuration* configuration = nullptr);

// Adds what `more` has and `selection` has not.
void Extend(Selection& selection, Selection more);

// Whether the settings leave a file or directory out, itself or with one around it.
bool IsLeftOut(const std::string& absolute_path, Configuration& configuration);

// `path` as the user is shown it.
std::string ShownPath(const std::string& path);

}  // namespace graphmend::project
