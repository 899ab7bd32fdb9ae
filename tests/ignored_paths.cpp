// Which paths an ignore file leaves out, for tests/gitignore_test.py to compare with git.
//
// Reads from standard input, each ended by a NUL: the number of paths, the text of the ignore file,
// the paths of files relative to it; and so on until the end. Prints 1 or 0 for each path, and a
// line's end for each file of patterns. As in a walk, what lies in a folder that is left out is
// left out with it.
#include <cstdlib>
#include <iostream>
#include <string>

#include "project/gitignore.h"

namespace {

bool IsLeftOut(const graphmend::project::IgnoreFile& patterns, const std::string& path) {
  for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1))
    if (patterns.Ignores(path.substr(0, at), true).value_or(false)) return true;
  return patterns.Ignores(path, false).value_or(false);
}

}  // namespace

int main() {
  std::string count, text, path;
  while (std::getline(std::cin, count, '\0') && std::getline(std::cin, text, '\0')) {
    const graphmend::project::IgnoreFile patterns(text);
    for (int left = std::atoi(count.c_str()); left > 0; --left) {
      if (!std::getline(std::cin, path, '\0')) return 1;
      std::cout << (IsLeftOut(patterns, path) ? '1' : '0');
    }
    std::cout << '\n';
  }
  return 0;
}
