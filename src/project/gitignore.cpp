#include "project/gitignore.h"

#include <algorithm>

namespace graphmend::project {
namespace {

// Matches the class at the start of `pattern` ("[a-z]", "[!0-9]") with `c` and leaves what follows
// it; nothing when the bracket is never closed, in which case it is an ordinary character.
std::optional<bool> MatchClass(std::string_view& pattern, char c) {
  std::size_t at = 1;
  bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  bool matches = false;
  for (bool first = true; at < pattern.size(); first = false) {
    if (pattern[at] == ']' && !first) {
      pattern.remove_prefix(at + 1);
      return matches != negated && c != '/';
    }
    if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
    char low = pattern[at++], high = low;
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      high = pattern[at + 1];
      at += 2;
    }
    matches |= low <= c && c <= high;
  }
  return std::nullopt;
}

// Matches one character other than a star, and moves both on.
bool MatchOne(std::string_view& pattern, std::string_view& text) {
  char p = pattern.front(), c = text.front();
  bool matches = p == c;
  if (p == '?') {
    matches = c != '/';
  } else if (p == '[') {
    std::string_view rest = pattern;
    if (std::optional<bool> in_class = MatchClass(rest, c)) {
      text.remove_prefix(1);
      pattern = rest;
      return *in_class;
    }
  } else if (p == '\\' && pattern.size() > 1) {
    pattern.remove_prefix(1);
    matches = pattern.front() == c;
  }
  pattern.remove_prefix(1);
  text.remove_prefix(1);
  return matches;
}

// One path component, without `/` on either side. The last star is where to try again.
bool MatchComponent(std::string_view pattern, std::string_view text) {
  std::optional<std::string_view> star_pattern;
  std::string_view star_text;
  for (;;) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      star_pattern = pattern;
      star_text = text;
      continue;
    }
    if (pattern.empty() && text.empty()) return true;
    if (!pattern.empty() && !text.empty() && MatchOne(pattern, text)) continue;
    if (!star_pattern || star_text.empty()) return false;
    star_text.remove_prefix(1);
    pattern = *star_pattern;
    text = star_text;
  }
}

std::vector<std::string_view> Components(std::string_view path) {
  std::vector<std::string_view> components;
  for (;;) {
    std::size_t slash = path.find('/');
    components.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return components;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

bool GlobMatches(std::string_view pattern, std::string_view text) {
  const std::vector<std::string_view> wanted = Components(pattern), given = Components(text);
  std::size_t w = 0, g = 0;
  std::optional<std::size_t> star_w;
  std::size_t star_g = 0;
  for (;;) {
    if (w < wanted.size() && wanted[w] == "**") {
      // At the end, `**` is what lies below a directory, not the directory itself.
      if (w + 1 == wanted.size()) return g < given.size();
      star_w = ++w;
      star_g = g;
      continue;
    }
    if (w == wanted.size() && g == given.size()) return true;
    if (w < wanted.size() && g < given.size() && MatchComponent(wanted[w], given[g])) {
      ++w;
      ++g;
      continue;
    }
    if (!star_w || star_g == given.size()) return false;
    w = *star_w;
    g = ++star_g;
  }
}

IgnoreFile::IgnoreFile(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (std::optional<Pattern> pattern = Parse(line)) patterns_.push_back(*std::move(pattern));
  }
}

std::optional<IgnoreFile::Pattern> IgnoreFile::Parse(std::string_view line) {
  if (line.starts_with('#')) return std::nullopt;
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  Pattern pattern;
  if (line.starts_with('!')) {
    pattern.negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    pattern.directories_only = true;
    line.remove_suffix(1);
  }
  pattern.anchored = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return std::nullopt;
  pattern.glob = line;
  return pattern;
}

std::optional<bool> IgnoreFile::Ignores(std::string_view path, bool is_directory) const {
  std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->directories_only && !is_directory) continue;
    if (GlobMatches(pattern->glob, pattern->anchored ? path : name)) return !pattern->negated;
  }
  return std::nullopt;
}

}  // namespace graphmend::project
