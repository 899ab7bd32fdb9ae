// Which lines differ from what git keeps: for `--changed`, `--since` and `--staged`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "project/git.h"
#include "source/source_file.h"

namespace graphmend::project {

// Runs of lines [first, last], 1-based, in order.
using Lines = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Those of `now` that `before` has otherwise. Lines next to what is gone count; how lines end does
// not.
Lines ChangedLines(const source::SourceFile& before, const source::SourceFile& now);

class Changes {
 public:
  // `ours`: real paths of files that are changed as a whole where git does not know them.
  // `present`: only what is there may differ; nothing: whatever is analysed.
  Changes(Git git, Blobs before, std::set<std::string> ours, std::optional<Blobs> present)
      : git_(std::move(git)),
        before_(std::move(before)),
        ours_(std::move(ours)),
        present_(std::move(present)) {}

  // Of files by the real path of each, all asked for at once.
  base::Result<std::map<const source::SourceFile*, Lines>> Of(
      const std::map<const source::SourceFile*, std::string>& files) const;

 private:
  Git git_;
  Blobs before_;
  std::set<std::string> ours_;
  std::optional<Blobs> present_;
};

}  // namespace graphmend::project
