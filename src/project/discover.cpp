#include "project/discover.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <system_error>

#include "base/path.h"
#include "base/suggest.h"
#include "os/files.h"
#include "project/exclusion.h"
#include "project/gitignore.h"
#include "project/no_source.h"
#include "settings/resolve.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// The ignore files that hold for a directory: its own first, then those around it.
struct IgnoreScope {
  std::shared_ptr<const IgnoreScope> outer;
  std::string prefix;  // the directory of the ignore file, with a slash at the end
  IgnoreFile file;
};
using IgnoreScopes = std::shared_ptr<const IgnoreScope>;

bool IsIgnored(const IgnoreScopes& scope, const std::string& path, bool is_directory) {
  for (const IgnoreScope* at = scope.get(); at; at = at->outer.get()) {
    if (!path.starts_with(at->prefix)) continue;
    std::optional<bool> ignored =
        at->file.Ignores(std::string_view(path).substr(at->prefix.size()), is_directory);
    if (ignored) return *ignored;
  }
  return false;
}

class Walker {
 public:
  explicit Walker(Configuration* configuration) : configuration_(configuration) {
    std::error_code error;
    working_directory_ = fs::current_path(error);
  }

  void Add(const std::string& path) {
    std::error_code error;
    fs::path given = Absolute(path);
    fs::file_status status = fs::status(given, error);
    if (fs::is_directory(status)) {
      fs::path normal = WithoutSlash(given.lexically_normal());
      selection_.directories.push_back(base::ToText(normal));
      roots_.insert(base::ToText(os::RealPath(normal, error)));
      if (!IsForcedOut(normal)) WalkOnce(normal, ScopeAround(normal));
    } else if (fs::is_regular_file(status)) {
      if (IsForcedOut(given.lexically_normal())) return;
      if (auto no_source = WhyNoSource(base::ToText(given)))
        Report(path, no_source->message, no_source->hint);
      else AddFile(given, base::ToText(os::RealPath(given, error)), Shown(given));
    } else if (fs::exists(status)) {
      Report(path, "neither a file nor a directory", "`-` reads standard input");
    } else {
      Report(path, WhyMissing(status, error), Sibling(given));
    }
  }

  // Links come last, so that what is reached by its real name as well keeps that name. Those that
  // lead out of the directories that were named are not followed: who wrote what is checked is not
  // to say what else is read, or written.
  Selection Finish() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      Link link = links_[i];
      FollowLink(link.path, link.scope);
    }
    auto& files = selection_.files;
    std::sort(files.begin(), files.end(),
              [](const SelectedFile& a, const SelectedFile& b) { return a.shown < b.shown; });
    auto& directories = selection_.directories;
    std::sort(directories.begin(), directories.end());
    directories.erase(std::unique(directories.begin(), directories.end()), directories.end());
    return std::move(selection_);
  }

  bool IsLeftOut(const fs::path& path) {
    std::error_code error;
    bool inside = fs::is_directory(path, error);
    const Exclusion& excluded = ExclusionOf(inside ? path : path.parent_path());
    for (fs::path at = path; at != at.parent_path(); at = at.parent_path(), inside = true)
      if (excluded.LeavesOut(base::ToText(at), inside)) return true;
    return false;
  }

  std::string Shown(const fs::path& path) const {
    fs::path normal = path.lexically_normal();
    fs::path relative = normal.lexically_relative(working_directory_);
    bool below = !relative.empty() && *relative.begin() != ".." && relative != ".";
    return below ? base::ToText(relative) : base::ToText(normal);
  }

  fs::path Absolute(const std::string& path) const {
    return working_directory_ / base::ToPath(path);
  }

 private:
  struct Link {
    fs::path path;
    IgnoreScopes scope;
  };

  static fs::path WithoutSlash(const fs::path& path) {
    return path.has_filename() || path == path.root_path() ? path : path.parent_path();
  }

  void Report(const std::string& path, std::string message, std::string hint) {
    selection_.problems.push_back(
        {lint::ProblemKind::Unusable, path, 0, std::move(message), std::move(hint)});
  }

  static std::string WhyMissing(const fs::file_status& status, const std::error_code& error) {
    if (status.type() == fs::file_type::not_found) return "no such file or directory";
    return "cannot be read: " + error.message();
  }

  static std::string Sibling(const fs::path& missing) {
    std::error_code error;
    std::vector<std::string> names;
    for (fs::directory_iterator it(missing.parent_path(), error), end; !error && it != end;
         it.increment(error))
      names.push_back(base::ToText(it->path().filename()));
    std::sort(names.begin(), names.end());
    return base::DidYouMean(base::ToText(missing.filename()), {names.begin(), names.end()});
  }

  void AddFile(const fs::path& path, const std::string& real, std::string shown) {
    if (files_seen_.insert(real.empty() ? base::ToText(path) : real).second)
      selection_.files.push_back({base::ToText(path), std::move(shown)});
  }

  // What cannot be read ignores nothing.
  IgnoreScopes WithIgnoreFile(IgnoreScopes outer, const fs::path& file, const fs::path& directory) {
    os::FileText text = os::ReadFile(base::ToText(file), os::kMostPatterns);
    // Git does not follow one either.
    if (!text.missing && os::IsLink(file)) text = {"", "is a link, and is not followed"};
    if (!text.missing && !text.trouble.empty())
      selection_.problems.push_back({lint::ProblemKind::PassedOver, Shown(file), 0,
                                     text.trouble + ", so that it leaves nothing out", ""});
    IgnoreFile parsed(text.bytes);
    if (parsed.empty()) return outer;
    return std::make_shared<IgnoreScope>(
        IgnoreScope{outer, base::ToText(directory / ""), std::move(parsed)});
  }

  // What parent directories say about `directory`: nothing outside a repository.
  IgnoreScopes ScopeAround(const fs::path& directory) {
    std::vector<fs::path> parents;
    for (fs::path at = directory;; at = at.parent_path()) {
      parents.push_back(at);
      if (Exists(at / ".git")) break;
      if (at == at.parent_path()) return nullptr;
    }
    IgnoreScopes scope =
        WithIgnoreFile(nullptr, parents.back() / ".git" / "info" / "exclude", parents.back());
    for (auto parent = parents.rbegin(); parent + 1 != parents.rend(); ++parent)
      scope = WithIgnoreFile(scope, *parent / ".gitignore", *parent);
    return scope;
  }

  void WalkOnce(const fs::path& directory, const IgnoreScopes& outer) {
    std::error_code error;
    fs::path real = os::RealPath(directory, error);
    if (error) return Report(Shown(directory), "cannot be read: " + error.message(), "");
    if (directories_seen_.insert(base::ToText(real)).second) Walk(directory, real, outer);
  }

  void Walk(const fs::path& directory, const fs::path& real, const IgnoreScopes& outer) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
      entries.push_back(*it);
    if (error) Report(Shown(directory), "cannot be read: " + error.message(), "");
    const Exclusion& excluded = ExclusionOf(directory);
    IgnoreScopes scope = outer;
    if (excluded.respects_gitignore())
      scope = WithIgnoreFile(outer, directory / ".gitignore", directory);
    for (const fs::directory_entry& entry : entries) Visit(entry, real, scope, excluded);
  }

  void Visit(const fs::directory_entry& entry, const fs::path& real_parent,
             const IgnoreScopes& scope, const Exclusion& excluded) {
    std::error_code error;
    const fs::path& path = entry.path();
    if (os::IsLink(path)) {
      links_.push_back({path, scope});
    } else if (entry.is_directory(error)) {
      if (IsOut(excluded, scope, path, true)) return;
      fs::path real = real_parent / path.filename();
      if (directories_seen_.insert(base::ToText(real)).second) Walk(path, real, scope);
    } else if (IsPython(path) && entry.is_regular_file(error) &&
               !IsOut(excluded, scope, path, false)) {
      AddFile(path, base::ToText(real_parent / path.filename()), Shown(path));
    }
  }

  void FollowLink(const fs::path& path, const IgnoreScopes& scope) {
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    const bool is_directory = fs::is_directory(status);
    if (!is_directory && !(fs::is_regular_file(status) && IsPython(path))) return;
    if (IsOut(ExclusionOf(path.parent_path()), scope, path, is_directory)) return;
    const fs::path real = os::RealPath(path, error);
    if (error) return;
    if (!IsNamed(base::ToText(real))) return LeaveOut(path);
    if (is_directory) return WalkOnce(path, scope);
    // GitHub does not show what lies behind a link, so the real name is the better one.
    std::string shown = Shown(real);
    AddFile(real, base::ToText(real), base::IsAbsolute(shown) ? Shown(path) : shown);
  }

  bool IsNamed(const std::string& real) const {
    return std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) {
      return real == root || real.starts_with(root.ends_with('/') ? root : root + "/");
    });
  }

  void LeaveOut(const fs::path& link) {
    selection_.problems.push_back({lint::ProblemKind::PassedOver, Shown(link), 0,
                                   "is a link that leads out of what is checked, and is not "
                                   "followed",
                                   "what it leads to can be named itself"});
  }

  static bool IsPython(const fs::path& path) {
    std::string name = base::ToText(path.filename());
    return name.ends_with(".py") || name.ends_with(".pyi") || notebook::IsNotebook(name);
  }

  const Exclusion& ExclusionOf(const fs::path& directory) {
    const settings::Stack* stack =
        configuration_ ? &configuration_->ForDirectory(base::ToText(directory)) : nullptr;
    std::unique_ptr<Exclusion>& exclusion = exclusions_[stack];
    if (!exclusion) exclusion = std::make_unique<Exclusion>(stack);
    return *exclusion;
  }

  static bool IsOut(const Exclusion& excluded, const IgnoreScopes& scope, const fs::path& path,
                    bool is_directory) {
    if (excluded.LeavesOut(base::ToText(path), is_directory)) return true;
    return excluded.respects_gitignore() && IsIgnored(scope, base::ToText(path), is_directory);
  }

  // What is named itself is taken all the same, unless the settings say otherwise.
  bool IsForcedOut(const fs::path& path) {
    if (!configuration_) return false;
    std::error_code error;
    bool is_directory = fs::is_directory(path, error);
    fs::path directory = is_directory ? path : path.parent_path();
    if (!settings::Flag(configuration_->ForDirectory(base::ToText(directory)), "force-exclude"))
      return false;
    return IsLeftOut(path);
  }

  Configuration* configuration_;
  std::map<const settings::Stack*, std::unique_ptr<Exclusion>> exclusions_;
  fs::path working_directory_;
  Selection selection_;
  std::vector<Link> links_;
  std::set<std::string> roots_;  // the directories that were named, without links
  std::set<std::string> directories_seen_;
  std::set<std::string> files_seen_;
};

}  // namespace

namespace {

// The code of the notebooks among the files.
void OpenNotebooks(Selection& selection) {
  for (SelectedFile& file : selection.files) {
    if (!notebook::IsNotebook(file.path)) continue;
    const os::FileText bytes = os::ReadFile(file.path, os::kMostSource);
    file.text = "";
    if (!bytes.trouble.empty()) {
      selection.problems.push_back({lint::ProblemKind::Unusable, file.shown, 0, bytes.trouble, ""});
      continue;
    }
    base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(bytes.bytes, file.shown);
    if (!notebook) {
      selection.problems.push_back(
          {lint::ProblemKind::Unusable, "", 0, notebook.error().message, notebook.error().hint});
      continue;
    }
    file.text = notebook->code;
    file.notebook = std::make_shared<notebook::Notebook>(*std::move(notebook));
  }
}

}  // namespace

Selection Discover(const std::vector<std::string>& paths, Configuration* configuration) {
  Walker walker(configuration);
  for (const std::string& path : paths) walker.Add(path);
  Selection selection = walker.Finish();
  OpenNotebooks(selection);
  return selection;
}

void Extend(Selection& selection, Selection more) {
  std::set<std::string> known;
  for (const SelectedFile& file : selection.files) known.insert(file.shown);
  for (SelectedFile& file : more.files)
    if (!known.contains(file.shown)) selection.files.push_back(std::move(file));
  std::sort(selection.files.begin(), selection.files.end(),
            [](const SelectedFile& a, const SelectedFile& b) { return a.shown < b.shown; });
  auto append = [](auto& to, auto& from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  append(selection.directories, more.directories);
  append(selection.problems, more.problems);
}

bool IsLeftOut(const std::string& absolute_path, Configuration& configuration) {
  return Walker(&configuration).IsLeftOut(base::ToPath(absolute_path));
}

std::string ShownPath(const std::string& path) {
  Walker walker(nullptr);
  return walker.Shown(walker.Absolute(path));
}

}  // namespace graphmend::project
