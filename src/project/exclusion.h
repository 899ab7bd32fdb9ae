// What the settings leave out: `exclude`, or the built-in list of directories that hold no source
// of a project, and `extend-exclude`.
#pragma once

#include <string>
#include <vector>

#include "project/gitignore.h"
#include "settings/layer.h"

namespace graphmend::project {

// Patterns as in .gitignore, relative to the directory of the file that holds them.
class PathPatterns {
 public:
  PathPatterns(const std::vector<std::string>& patterns, const std::string& directory);
  // `path` is absolute. What lies elsewhere is matched by its name alone.
  bool Match(const std::string& path, bool is_directory) const;

 private:
  IgnoreFile patterns_;
  std::string prefix_;
};

class Exclusion {
 public:
  explicit Exclusion(const settings::Stack* stack);  // null: as if nothing were set

  // `path` is absolute; whether it is left out itself, whatever is said of what is around it.
  bool LeavesOut(const std::string& path, bool is_directory) const;
  bool respects_gitignore() const { return respects_gitignore_; }

 private:
  bool built_in_ = true;
  bool respects_gitignore_ = true;
  std::vector<PathPatterns> patterns_;
};

}  // namespace graphmend::project
