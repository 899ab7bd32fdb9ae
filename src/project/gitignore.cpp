#include "project/gitignore.h"

#include <algorithm>

namespace graphmend::project {
namespace {

// Without the spaces at its end; one behind a `\\` stays.
std::string_view Trimmed(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') ++at;
    else if (line[at] == ' ') continue;
    end = std::min(at + 1, line.size());
  }
  return line.substr(0, end);
}

}  // namespace

IgnoreFile::IgnoreFile(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::uint32_t number = 0; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    // Git reads lines as C does.
    Add(line.substr(0, line.find('\0')), number);
  }
  names_.globs.Compile();
  paths_.globs.Compile();
}

void IgnoreFile::Add(std::string_view line, std::uint32_t number) {
  if (line.starts_with('#')) return;
  line = Trimmed(line);
  Rule rule{number, line.starts_with('!'), false};
  if (rule.negated) line.remove_prefix(1);
  rule.directories_only = line.ends_with('/');
  if (rule.directories_only) line.remove_suffix(1);
  Rules& rules = line.find('/') == std::string_view::npos ? names_ : paths_;
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return;
  rules.globs.Add(line);
  rules.rules.push_back(rule);
}

const IgnoreFile::Rule* IgnoreFile::Last(const Rules& rules, std::string_view text,
                                         bool is_directory) {
  const std::vector<std::size_t> numbers = rules.globs.Matching(text);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    const Rule& rule = rules.rules[*number];
    if (is_directory || !rule.directories_only) return &rule;
  }
  return nullptr;
}

std::optional<bool> IgnoreFile::Ignores(std::string_view path, bool is_directory) const {
  const Rule* by_name = Last(names_, path.substr(path.rfind('/') + 1), is_directory);
  const Rule* by_path = Last(paths_, path, is_directory);
  if (!by_name && !by_path) return std::nullopt;
  if (!by_name || !by_path) return !(by_name ? by_name : by_path)->negated;
  return !(by_name->line > by_path->line ? by_name : by_path)->negated;
}

}  // namespace graphmend::project
