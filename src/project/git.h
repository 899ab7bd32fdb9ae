// What git keeps of a working tree: the texts of a commit and of the index. Git is asked for names
// and bytes that it holds, and for nothing else: it does not look at the working tree, so that no
// hook, filter, diff driver, monitor or attribute that comes with the tree has a part in it, and it
// fetches nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace graphmend::project {

// Files by their path below the root of the repository: the names under which git has their bytes.
using Blobs = std::map<std::string, std::string>;

class Git {
 public:
  // The repository around the working directory.
  static base::Result<Git> Open();

  // Of the last commit; nothing is there before the first.
  base::Result<Blobs> Head() const;
  // Of the point where the current branch left `revision`.
  base::Result<Blobs> Since(const std::string& revision) const;
  // Of what is staged.
  base::Result<Blobs> Staged() const;

  // The bytes of each, in this order; nullopt: git does not have them.
  base::Result<std::vector<std::optional<std::string>>> Read(
      const std::vector<std::string>& names) const;

  // The path below the root of the repository; nothing where it lies elsewhere. `real` has no
  // links.
  std::optional<std::string> PathOf(const std::string& real) const;

 private:
  base::Result<Blobs> Tree(const std::string& commit) const;

  std::string root_;  // without links
};

}  // namespace graphmend::project
