#include "os/programs.h"

namespace graphmend::os {
namespace {

// Backslashes stand for themselves, unless a quote follows them.
void AddQuoted(const std::string& word, std::string& line) {
  line += '"';
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '"') line.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    line += c;
  }
  line.append(backslashes, '\\');
  line += '"';
}

}  // namespace

std::string WindowsCommandLine(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (word.empty() || word.find_first_of(" \t\n\v\"") != std::string::npos) AddQuoted(word, line);
    else line += word;
  }
  return line;
}

}  // namespace graphmend::os
