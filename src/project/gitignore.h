// What git leaves out, as .gitignore files and .git/info/exclude say it: one pattern a line,
// negated by `!`, relative to the directory of the file where there is a `/` before its end and to
// any directory else, for directories only with a `/` at its end. The last that matches decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "project/path_globs.h"

namespace graphmend::project {

class IgnoreFile {
 public:
  explicit IgnoreFile(std::string_view text);

  // `path` is relative to the file's directory. true: ignored; false: taken back by a `!`; nothing:
  // no pattern speaks about it.
  std::optional<bool> Ignores(std::string_view path, bool is_directory) const;
  bool empty() const { return names_.rules.empty() && paths_.rules.empty(); }

 private:
  struct Rule {
    std::uint32_t line;
    bool negated;
    bool directories_only;
  };
  struct Rules {
    PathGlobs globs;
    std::vector<Rule> rules;  // one for each glob
  };
  void Add(std::string_view line, std::uint32_t number);
  static const Rule* Last(const Rules& rules, std::string_view text, bool is_directory);

  Rules names_;  // for the last part of a path
  Rules paths_;  // for all of it
};

}  // namespace graphmend::project
