#include "cli/arguments.h"

#include <fstream>
#include <sstream>

namespace graphmend::cli {

base::Result<std::vector<std::string>> Arguments(int argc, const char* const* argv) {
  std::vector<std::string> words;
  bool operands = false;  // behind "--"
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    operands |= word == "--";
    if (operands || word.size() < 2 || word[0] != '@') {
      words.push_back(std::move(word));
      continue;
    }
    std::string path = word.substr(1);
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    // A directory opens, but gives nothing.
    if (!stream || !(text << stream.rdbuf()))
      return base::Error{word + ": cannot read arguments from " + path,
                         "write ./" + word + " for a path that begins with @"};
    std::istringstream lines(text.str());
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) words.push_back(std::move(line));
    }
  }
  return words;
}

}  // namespace graphmend::cli
