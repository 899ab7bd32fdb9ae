#include "driver/git.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

extern char** environ;

namespace graphmend::driver {
namespace {

namespace fs = std::filesystem;

// Git's name for a tree without files, in repositories of SHA-1.
constexpr const char* kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

struct Output {
  int status = -1;
  std::string text;
};

std::string ReadAll(int descriptor) {
  std::string text;
  char buffer[65536];
  for (;;) {
    ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

// Standard output of `git words…`; what it says on standard error goes nowhere.
base::Result<Output> Run(std::vector<std::string> words) {
  words.insert(words.begin(), "git");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return base::Error{std::strerror(errno), ""};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  int error = ::posix_spawnp(&child, "git", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  if (error != 0) {
    ::close(pipe[0]);
    return base::Error{std::string("cannot run git: ") + std::strerror(error),
                       "--changed, --since and --staged need it"};
  }
  Output output;
  output.text = ReadAll(pipe[0]);
  ::close(pipe[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
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
  base::Result<Output> root = Run({"rev-parse", "--show-toplevel"});
  if (!root) return root.error();
  if (root->status != 0 || FirstLine(root->text).empty())
    return base::Error{"the working directory is in no git repository",
                       "--changed, --since and --staged compare with one"};
  Git git;
  git.root_ = FirstLine(root->text);
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
  base::Result<Output> output = Run(std::move(words));
  if (!output) return output.error();
  if (output->status != 0) return base::Error{"git diff failed", "does it work by itself?"};
  Changes changes;
  for (auto& [path, lines] : ParseDiff(output->text))
    changes.emplace((fs::path(root_) / path).string(), std::move(lines));
  return changes;
}

base::Result<Changes> Git::WithUntracked(const std::vector<std::string>& against) const {
  base::Result<Changes> changes = Diff(against);
  if (!changes) return changes;
  base::Result<Output> others =
      Run({"-C", root_, "ls-files", "--others", "--exclude-standard", "-z"});
  if (!others) return others.error();
  for (std::string_view name : Split(others->text))
    (*changes)[(fs::path(root_) / name).string()] = {
        {1, std::numeric_limits<std::uint32_t>::max()}};
  return changes;
}

base::Result<Changes> Git::Uncommitted() const {
  base::Result<Output> head = Run({"-C", root_, "rev-parse", "--verify", "--quiet", "HEAD"});
  if (!head) return head.error();
  return WithUntracked({head->status == 0 ? "HEAD" : kEmptyTree});
}

base::Result<Changes> Git::Since(const std::string& revision) const {
  base::Result<Output> commit = Run({"-C", root_, "rev-parse", "--verify", "--quiet",
                                     "--end-of-options", revision + "^{commit}"});
  if (!commit) return commit.error();
  if (commit->status != 0)
    return base::Error{"--since: git knows no revision `" + revision + "`",
                       "a branch, a tag or a commit; in CI, is the history fetched?"};
  std::string from = FirstLine(commit->text);
  base::Result<Output> base = Run({"-C", root_, "merge-base", from, "HEAD"});
  if (base && base->status == 0 && !base->text.empty()) from = FirstLine(base->text);
  return WithUntracked({from});
}

base::Result<Changes> Git::Staged() const { return Diff({"--cached"}); }

base::Result<std::vector<std::string>> Git::Unstaged() const {
  base::Result<Output> names =
      Run({"-C", root_, "diff", "--name-only", "--no-ext-diff", "--ignore-submodules", "-z", "--"});
  if (!names) return names.error();
  std::vector<std::string> paths;
  for (std::string_view name : Split(names->text))
    paths.push_back((fs::path(root_) / name).string());
  return paths;
}

base::Result<std::string> Git::StagedText(const std::string& absolute) const {
  std::string path = fs::path(absolute).lexically_relative(root_).generic_string();
  base::Result<Output> text = Run({"-C", root_, "show", "--no-textconv", ":0:" + path});
  if (!text) return text.error();
  if (text->status != 0) return base::Error{path + ": git has no staged text of it", ""};
  return std::move(text->text);
}

}  // namespace graphmend::driver
