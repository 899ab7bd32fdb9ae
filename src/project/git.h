// What git knows of a working tree: which lines differ, and what is staged. Git is run as a program
// of its own, without a shell, an external diff or a text conversion.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace graphmend::project {

// Runs of lines [first, last], 1-based, in order.
using Lines = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// By absolute path.
using Changes = std::map<std::string, Lines>;

class Git {
 public:
  // The repository around the working directory.
  static base::Result<Git> Open();

  // Against HEAD, with files that git does not know yet.
  base::Result<Changes> Uncommitted() const;
  // The same against the point where the current branch left `revision`.
  base::Result<Changes> Since(const std::string& revision) const;
  // What is staged.
  base::Result<Changes> Staged() const;
  // Files that differ from what is staged, by absolute path.
  base::Result<std::vector<std::string>> Unstaged() const;
  // The staged text of one of them.
  base::Result<std::string> StagedText(const std::string& absolute) const;

 private:
  base::Result<Changes> Diff(const std::vector<std::string>& against) const;
  base::Result<Changes> WithUntracked(const std::vector<std::string>& against) const;

  std::string root_;
};

// What `git diff --unified=0` says of the new side. Lines next to a deletion count as changed.
std::map<std::string, Lines> ParseDiff(std::string_view diff);

}  // namespace graphmend::project
