#include "cli/arguments.h"

#include <sstream>

#include "os/files.h"

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
    os::FileText file = os::ReadFile(path, os::kMostArguments);
    if (!file.trouble.empty())
      return base::Error{word + ": cannot read arguments from " + path + ", which " + file.trouble,
                         "write ./" + word + " for a path that begins with @"};
    std::istringstream lines(std::move(file.bytes));
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) words.push_back(std::move(line));
    }
  }
  return words;
}

}  // namespace graphmend::cli
