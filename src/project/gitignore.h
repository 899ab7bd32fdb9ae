// What git leaves out, as .gitignore files and .git/info/exclude say it.
//
//   Pattern      one line: negated by `!`, anchored by a `/` before its end, for directories only
//   by
//                a `/` at its end; `*` and `?` stop at `/`, `**` does not
//   IgnoreFile   the patterns of one file, and the directory they are relative to; the last that
//                matches decides
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphmend::project {

// Whether shell pattern `pattern` matches all of `text`. Both may hold `/`.
bool GlobMatches(std::string_view pattern, std::string_view text);

class IgnoreFile {
 public:
  explicit IgnoreFile(std::string_view text);

  // `path` is relative to the file's directory. true: ignored; false: taken back by a `!`; nothing:
  // no pattern speaks about it.
  std::optional<bool> Ignores(std::string_view path, bool is_directory) const;
  bool empty() const { return patterns_.empty(); }

 private:
  struct Pattern {
    std::string glob;
    bool negated = false;
    bool anchored = false;
    bool directories_only = false;
  };
  static std::optional<Pattern> Parse(std::string_view line);

  std::vector<Pattern> patterns_;
};

}  // namespace graphmend::project
