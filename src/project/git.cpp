#include "project/git.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.h"
#include "os/error.h"
#include "os/files.h"
#include "os/programs.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

// A configuration that comes with the tree cannot have a program run: reading the index may ask a
// monitor of files for changes, and an object that is not there may be fetched from elsewhere.
const std::vector<std::string>& Harmless() {
  static const std::vector<std::string> words = {"--no-pager", "--no-replace-objects",
                                                 "-c",         "core.fsmonitor=false",
                                                 "-c",         "core.hooksPath=/dev/null"};
  return words;
}

// Standard output of `git words…`; what it says on standard error goes nowhere.
base::Result<os::Finished> Run(const std::vector<std::string>& words, std::string input = {}) {
  const std::string hint = "--changed, --since and --staged need it";
  const std::optional<std::string> git = os::FindProgram("git");
  if (!git) return base::Error{"cannot run git: it is not on PATH", hint};
  std::vector<std::string> all = Harmless();
  all.insert(all.end(), words.begin(), words.end());
  os::Given given = {std::move(input),
                     {{"GIT_OPTIONAL_LOCKS", "0"},
                      {"GIT_NO_LAZY_FETCH", "1"},
                      {"GIT_ALLOW_PROTOCOL", "none"},
                      {"GIT_TERMINAL_PROMPT", "0"}}};
  os::Finished finished = os::Run(*git, all, given);
  if (finished.error) return base::Error{"cannot run git: " + os::Why(finished.error), hint};
  return finished;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Up to `end`, which goes as well.
std::string_view Take(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

// The directory with `.git`, where there is one: a configuration may name any other.
std::optional<fs::path> Around(const fs::path& directory) {
  std::error_code error;
  for (fs::path at = directory;; at = at.parent_path()) {
    if (fs::exists(fs::symlink_status(at / ".git", error))) return at;
    if (at == at.parent_path()) return std::nullopt;
  }
}

bool IsFile(std::string_view mode) { return mode == "100644" || mode == "100755"; }

}  // namespace

base::Result<Git> Git::Open() {
  const base::Error none = {"the working directory is not in a git repository",
                            "--changed, --since and --staged compare with one"};
  base::Result<os::Finished> found = Run({"rev-parse", "--git-dir"});
  if (!found) return found.error();
  if (found->status != 0) return none;
  std::error_code error;
  std::optional<fs::path> root = Around(fs::current_path(error));
  if (!root) {  // GIT_DIR and GIT_WORK_TREE name them
    found = Run({"rev-parse", "--show-toplevel"});
    if (!found) return found.error();
    if (found->status != 0 || FirstLine(found->output).empty()) return none;
    root = base::ToPath(FirstLine(found->output));
  }
  Git git;
  git.root_ = base::ToText(os::RealPath(*root, error));
  return git;
}

std::optional<std::string> Git::PathOf(const std::string& real) const {
  const std::string start = base::ToText(base::ToPath(root_) / "");
  if (!real.starts_with(start)) return std::nullopt;
  return real.substr(start.size());
}

base::Result<Blobs> Git::Tree(const std::string& commit) const {
  base::Result<os::Finished> listed =
      Run({"-C", root_, "ls-tree", "-r", "-z", "--full-tree", commit});
  if (!listed) return listed.error();
  if (listed->status != 0) return base::Error{"git ls-tree failed", "does it work by itself?"};
  Blobs blobs;
  for (std::string_view rest = listed->output; !rest.empty();) {
    std::string_view line = Take(rest, '\0');
    const std::string_view mode = Take(line, ' '), kind = Take(line, ' '), name = Take(line, '\t');
    if (kind == "blob" && IsFile(mode)) blobs.emplace(line, name);
  }
  return blobs;
}

base::Result<Blobs> Git::Head() const {
  base::Result<os::Finished> head = Run({"-C", root_, "rev-parse", "--verify", "--quiet", "HEAD"});
  if (!head) return head.error();
  return head->status == 0 ? Tree(FirstLine(head->output)) : base::Result<Blobs>(Blobs());
}

base::Result<Blobs> Git::Since(const std::string& revision) const {
  base::Result<os::Finished> commit = Run({"-C", root_, "rev-parse", "--verify", "--quiet",
                                           "--end-of-options", revision + "^{commit}"});
  if (!commit) return commit.error();
  if (commit->status != 0)
    return base::Error{"--since: git does not know the revision `" + revision + "`",
                       "it can be a branch, a tag or a commit; in CI, is the history fetched?"};
  std::string from = FirstLine(commit->output);
  base::Result<os::Finished> base = Run({"-C", root_, "merge-base", from, "HEAD"});
  if (base && base->status == 0 && !base->output.empty()) from = FirstLine(base->output);
  return Tree(from);
}

base::Result<Blobs> Git::Staged() const {
  base::Result<os::Finished> listed =
      Run({"-C", root_, "ls-files", "--stage", "-z", "--full-name"});
  if (!listed) return listed.error();
  if (listed->status != 0) return base::Error{"git ls-files failed", "does it work by itself?"};
  Blobs blobs;
  for (std::string_view rest = listed->output; !rest.empty();) {
    std::string_view line = Take(rest, '\0');
    const std::string_view mode = Take(line, ' '), name = Take(line, ' '), stage = Take(line, '\t');
    if (stage == "0" && IsFile(mode)) blobs.emplace(line, name);
  }
  return blobs;
}

base::Result<std::vector<std::optional<std::string>>> Git::Read(
    const std::vector<std::string>& names) const {
  std::vector<std::optional<std::string>> texts;
  if (names.empty()) return texts;
  std::string input;
  for (const std::string& name : names) input += name + "\n";
  base::Result<os::Finished> read = Run({"-C", root_, "cat-file", "--batch"}, std::move(input));
  if (!read) return read.error();
  std::string_view rest = read->output;
  for (std::size_t i = 0; i < names.size(); ++i) {
    // "NAME blob SIZE" and that many bytes, or "NAME missing".
    std::string_view head = Take(rest, '\n');
    Take(head, ' ');
    const std::string_view kind = Take(head, ' ');
    std::size_t size = 0;
    std::from_chars(head.data(), head.data() + head.size(), size);
    const bool whole = kind == "blob" && size <= rest.size();
    texts.push_back(whole ? std::optional<std::string>(rest.substr(0, size)) : std::nullopt);
    if (whole) rest.remove_prefix(std::min(rest.size(), size + 1));
  }
  return texts;
}

}  // namespace graphmend::project
