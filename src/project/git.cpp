#include "project/git.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/path.h"
#include "os/error.h"
#include "os/programs.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

// Git's name for a tree without files, in repositories of SHA-1.
constexpr const char* kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

// Standard output of `git words…`; what it says on standard error goes nowhere.
base::Result<os::Finished> Run(const std::vector<std::string>& words) {
  const std::string hint = "--changed, --since and --staged need it";
  const std::optional<std::string> git = os::FindProgram("git");
  if (!git) return base::Error{"cannot run git: it is not on PATH", hint};
  os::Finished finished = os::Run(*git, words);
  if (finished.error) return base::Error{"cannot run git: " + os::Why(finished.error), hint};
  return finished;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// What ends in a zero byte each.
std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    names.push_back(text.substr(0, text.find('\0')));
    text.remove_prefix(std::min(text.size(), names.back().size() + 1));
  }
  return names;
}

// A path as a diff has it: quoted as in C where it holds odd characters.
std::string Unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"') return std::string(text);
  std::string plain;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    char c = text[++i];
    if (c >= '0' && c <= '7') {
      int value = 0;
      for (int digit = 0; digit < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7';
           ++digit, ++i)
        value = value * 8 + (text[i] - '0');
      --i;
      plain += static_cast<char>(value);
    } else {
      constexpr std::string_view kFrom = "abtnvfr", kTo = "\a\b\t\n\v\f\r";
      std::size_t at = kFrom.find(c);
      plain += at == std::string_view::npos ? c : kTo[at];
    }
  }
  return plain;
}

// "@@ -3,2 +4,5 @@": the lines 4 to 8.
std::optional<std::pair<std::uint32_t, std::uint32_t>> HunkLines(std::string_view line) {
  std::size_t plus = line.find(" +");
  if (!line.starts_with("@@ ") || plus == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(plus + 2);
  std::uint32_t first = 0, count = 1;
  auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), first);
  if (error != std::errc()) return std::nullopt;
  if (end != rest.data() + rest.size() && *end == ',')
    std::from_chars(end + 1, rest.data() + rest.size(), count);
  if (count == 0) return std::pair(first, first + 1);
  return std::pair(first, first + count - 1);
}

}  // namespace

std::map<std::string, Lines> ParseDiff(std::string_view diff) {
  std::map<std::string, Lines> files;
  Lines* lines = nullptr;
  // Within a hunk, a line of the file may look like a heading.
  std::uint32_t left = 0;
  while (!diff.empty()) {
    std::string_view line = diff.substr(0, diff.find('\n'));
    diff.remove_prefix(std::min(diff.size(), line.size() + 1));
    if (left > 0 && line.starts_with('+')) {
      --left;
    } else if (line.starts_with("diff --git ")) {
      lines = nullptr;
      left = 0;
    } else if (left == 0 && !lines && line.starts_with("+++ ")) {
      std::string_view name = line.substr(4);
      if (name.ends_with('\t')) name.remove_suffix(1);
      std::string path = Unquoted(name);
      if (path.starts_with("b/")) lines = &files[path.substr(2)];
    } else if (auto hunk = HunkLines(line); hunk && lines) {
      lines->push_back(*hunk);
      bool deletion = line.find(",0 @@", line.find(" +")) != std::string_view::npos;
      left = deletion ? 0 : hunk->second - hunk->first + 1;
    }
  }
  return files;
}

base::Result<Git> Git::Open() {
  base::Result<os::Finished> root = Run({"rev-parse", "--show-toplevel"});
  if (!root) return root.error();
  if (root->status != 0 || FirstLine(root->output).empty())
    return base::Error{"the working directory is in no git repository",
                       "--changed, --since and --staged compare with one"};
  Git git;
  git.root_ = FirstLine(root->output);
  return git;
}

base::Result<Changes> Git::Diff(const std::vector<std::string>& against) const {
  std::vector<std::string> words = {"-C",
                                    root_,
                                    "-c",
                                    "core.quotePath=false",
                                    "diff",
                                    "--unified=0",
                                    "--no-color",
                                    "--no-ext-diff",
                                    "--no-textconv",
                                    "--src-prefix=a/",
                                    "--dst-prefix=b/",
                                    "--ignore-submodules"};
  words.insert(words.end(), against.begin(), against.end());
  words.push_back("--");
  base::Result<os::Finished> output = Run(std::move(words));
  if (!output) return output.error();
  if (output->status != 0) return base::Error{"git diff failed", "does it work by itself?"};
  Changes changes;
  for (auto& [path, lines] : ParseDiff(output->output))
    changes.emplace(base::ToText(base::ToPath(root_) / base::ToPath(path)), std::move(lines));
  return changes;
}

base::Result<Changes> Git::WithUntracked(const std::vector<std::string>& against) const {
  base::Result<Changes> changes = Diff(against);
  if (!changes) return changes;
  base::Result<os::Finished> others =
      Run({"-C", root_, "ls-files", "--others", "--exclude-standard", "-z"});
  if (!others) return others.error();
  for (std::string_view name : Split(others->output))
    (*changes)[base::ToText(base::ToPath(root_) / base::ToPath(name))] = {
        {1, std::numeric_limits<std::uint32_t>::max()}};
  return changes;
}

base::Result<Changes> Git::Uncommitted() const {
  base::Result<os::Finished> head = Run({"-C", root_, "rev-parse", "--verify", "--quiet", "HEAD"});
  if (!head) return head.error();
  return WithUntracked({head->status == 0 ? "HEAD" : kEmptyTree});
}

base::Result<Changes> Git::Since(const std::string& revision) const {
  base::Result<os::Finished> commit = Run({"-C", root_, "rev-parse", "--verify", "--quiet",
                                           "--end-of-options", revision + "^{commit}"});
  if (!commit) return commit.error();
  if (commit->status != 0)
    return base::Error{"--since: git knows no revision `" + revision + "`",
                       "a branch, a tag or a commit; in CI, is the history fetched?"};
  std::string from = FirstLine(commit->output);
  base::Result<os::Finished> base = Run({"-C", root_, "merge-base", from, "HEAD"});
  if (base && base->status == 0 && !base->output.empty()) from = FirstLine(base->output);
  return WithUntracked({from});
}

base::Result<Changes> Git::Staged() const { return Diff({"--cached"}); }

base::Result<std::vector<std::string>> Git::Unstaged() const {
  base::Result<os::Finished> names =
      Run({"-C", root_, "diff", "--name-only", "--no-ext-diff", "--ignore-submodules", "-z", "--"});
  if (!names) return names.error();
  std::vector<std::string> paths;
  for (std::string_view name : Split(names->output))
    paths.push_back(base::ToText(base::ToPath(root_) / base::ToPath(name)));
  return paths;
}

base::Result<std::string> Git::StagedText(const std::string& absolute) const {
  std::string path = base::ToText(base::ToPath(absolute).lexically_relative(base::ToPath(root_)));
  base::Result<os::Finished> text = Run({"-C", root_, "show", "--no-textconv", ":0:" + path});
  if (!text) return text.error();
  if (text->status != 0) return base::Error{path + ": git has no staged text of it", ""};
  return std::move(text->output);
}

}  // namespace graphmend::project
