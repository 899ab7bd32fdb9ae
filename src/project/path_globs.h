// Shell patterns as git reads them, many at once: each is translated into a regular expression, and
// RE2 matches them together, in time linear in the path whatever they say.
//
//   `*`      any characters but `/`
//   `**`     any characters: between slashes any number of directories, at the end whatever is
//   below
//   `?`      one character that is not `/`
//   `[a-z]`  one of these characters; `[!…]` and `[^…]` any other; never `/`. `[:digit:]` and the
//            other classes of POSIX hold in it, for ASCII
//   `\`      takes from what follows its meaning
//
// A pattern that is broken (a bracket that stays open, a `\` at the end, an unknown class) matches
// nothing. Paths are bytes here, as in git; what holds for them was found by comparing with git
// itself, as tests/program/gitignore_test.py still does.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphmend::project {

// No system opens a longer path, so that a pattern that asks for more characters matches nothing.
inline constexpr std::size_t kLongestPath = 4096;

// The regular expression, over Latin-1, that matches a whole path where `glob` does.
std::string ExpressionOf(std::string_view glob);

class PathGlobs {
 public:
  PathGlobs();
  PathGlobs(PathGlobs&&) noexcept;
  PathGlobs& operator=(PathGlobs&&) noexcept;
  ~PathGlobs();

  // The patterns are numbered as they come, from 0. Only before the first Matching().
  void Add(std::string_view glob);
  void Compile();

  // The numbers of the patterns that match all of `path`, ascending.
  std::vector<std::size_t> Matching(std::string_view path) const;

 private:
  class Group;
  std::vector<std::string> expressions_;
  std::vector<std::unique_ptr<Group>> groups_;
};

}  // namespace graphmend::project
