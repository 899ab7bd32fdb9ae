#include "cli/workspace.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/path.h"
#include "cli/facts.h"
#include "cli/known.h"
#include "fix/diff.h"
#include "lint/rule.h"
#include "project/check.h"
#include "project/comment_writer.h"
#include "project/discover.h"
#include "project/fix_file.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

bool IsOnDisk(const std::string& path) { return base::IsAbsolute(path); }

project::SelectedFile BufferFile(const std::string& path, const std::string& text) {
  return {path, IsOnDisk(path) ? project::ShownPath(path) : path, text};
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// The edits between two texts, of whole lines.
std::vector<server::TextEdit> Edits(const std::string& path, const std::string& before,
                                    const std::string& after, source::ColumnUnit unit) {
  const std::vector<std::string_view> old_lines = LinesOf(before), new_lines = LinesOf(after);
  const source::SourceFile file(path, before);
  // The byte at which a line begins; behind the last one, the end.
  auto start = [](const std::string& text, const std::vector<std::string_view>& lines,
                  std::size_t line) {
    return line < lines.size() ? static_cast<std::size_t>(lines[line].data() - text.data())
                               : text.size();
  };
  std::vector<server::TextEdit> edits;
  for (const fix::LineChange& change : fix::LineChanges(old_lines, new_lines)) {
    const source::Span span{static_cast<std::uint32_t>(start(before, old_lines, change.begin)),
                            static_cast<std::uint32_t>(start(before, old_lines, change.end))};
    const std::size_t begin = start(after, new_lines, change.new_begin);
    edits.push_back({server::RangeOf(file, span, unit),
                     after.substr(begin, start(after, new_lines, change.new_end) - begin)});
  }
  return edits;
}

}  // namespace

Workspace::~Workspace() {
  cancelled_ = true;
  if (thread_.joinable()) thread_.join();
}

void Workspace::SetFolders(std::vector<std::string> folders) {
  // Paths are shown relative to the first folder.
  std::error_code error;
  if (folders_.empty() && !folders.empty()) fs::current_path(base::ToPath(folders.front()), error);
  folders_.clear();
  for (std::string& folder : folders)
    if (fs::is_directory(base::ToPath(folder), error)) folders_.push_back(std::move(folder));
}

void Workspace::SetBuffer(const std::string& path, std::string text) {
  buffers_[path] = std::move(text);
}

void Workspace::DropBuffer(const std::string& path) {
  buffers_.erase(path);
  if (loaded_.project && loaded_.buffers.erase(path) > 0)
    loaded_.project->Replace(BufferFile(path, "").shown, std::nullopt);
}

project::Selection Workspace::SelectBuffers(const std::vector<std::string>& folders,
                                            const Buffers& buffers,
                                            project::Configuration& configuration) {
  project::Selection selection = project::Discover(folders, &configuration);
  for (const auto& [path, text] : buffers) {
    project::SelectedFile buffer = BufferFile(path, text);
    auto known =
        std::find_if(selection.files.begin(), selection.files.end(),
                     [&](const project::SelectedFile& file) { return file.shown == buffer.shown; });
    if (known != selection.files.end()) known->text = text;
    else if (!IsOnDisk(path) || !project::IsLeftOut(path, configuration))
      selection.files.push_back(std::move(buffer));
  }
  return selection;
}

Workspace::Refreshed Workspace::Look(const std::vector<std::string>& folders,
                                     const Buffers& buffers) const {
  Refreshed refreshed;
  Loaded& loaded = refreshed.loaded;
  try {
    loaded.configuration = std::make_unique<project::Configuration>(invocation_.settings);
    project::Selection selection = SelectBuffers(folders, buffers, *loaded.configuration);
    project::Checked checked =
        project::Check({*loaded.configuration,
                        std::move(selection),
                        {.jobs = invocation_.jobs,
                         .stop = [this] { return cancelled_.load(); },
                         .shared_stubs = stubs_,
                         .keep_trees = true}});
    loaded.project = std::move(checked.project);
    loaded.buffers = buffers;
    if (auto error = loaded.configuration->error()) {
      refreshed.messages.push_back(
          {true, error->message + (error->hint.empty() ? "" : "; " + error->hint)});
      return refreshed;
    }
    refreshed.facts = FactsOf(checked.outcome, *loaded.project, unit_);
    for (const lint::Problem& problem : checked.outcome.problems)
      if (problem.kind == lint::ProblemKind::Internal)
        refreshed.messages.push_back({false, problem.path + ": " + problem.message});
  } catch (const std::exception& error) {
    refreshed.messages.push_back({true, project::InternalProblem("", error).message});
    loaded.project.reset();
  }
  return refreshed;
}

void Workspace::Start() {
  again_ = false;
  cancelled_ = false;
  finished_ = false;
  result_.reset();
  if (stubs_->IsLarge()) stubs_ = std::make_shared<names::SharedStubs>();
  thread_ = std::thread([this, folders = folders_, buffers = buffers_] {
    result_ = Look(folders, buffers);
    finished_ = true;
  });
}

void Workspace::Refresh() {
  if (!thread_.joinable()) return Start();
  again_ = true;
  cancelled_ = true;
}

std::optional<std::map<std::string, server::FileFacts>> Workspace::TakeRefreshed() {
  if (!thread_.joinable() || !finished_) return std::nullopt;
  thread_.join();
  if (again_) {
    Start();
    return std::nullopt;
  }
  for (server::Message& message : result_->messages) {
    if (message.text == last_error_) continue;
    last_error_ = message.text;
    messages_.push_back(std::move(message));
  }
  if (result_->messages.empty()) last_error_.clear();
  loaded_ = std::move(result_->loaded);
  auto facts = std::move(result_->facts);
  result_.reset();
  return facts;
}

bool Workspace::MustStop() const {
  if (listen_) listen_();
  return stop_ && stop_();
}

Workspace::Loaded Workspace::LoadAlone(const std::string& path, const std::string& text) const {
  Loaded alone;
  alone.configuration = std::make_unique<project::Configuration>(invocation_.settings);
  if (IsOnDisk(path) && project::IsLeftOut(path, *alone.configuration)) return alone;
  project::Selection selection;
  selection.files.push_back(BufferFile(path, text));
  project::Checked checked =
      project::Check({*alone.configuration,
                      std::move(selection),
                      {.jobs = 1,
                       .stop = [this] { return MustStop(); },
                       .shared_stubs = stubs_,
                       .keep_trees = true}});
  if (alone.configuration->error()) return alone;
  alone.project = std::move(checked.project);
  alone.outcome = std::move(checked.outcome);
  return alone;
}

// Gives the project of the workspace the buffers that have changed; false where there is none.
bool Workspace::TakeBuffers() {
  if (!loaded_.project) return false;
  for (const auto& [path, text] : buffers_) {
    auto known = loaded_.buffers.find(path);
    if (known != loaded_.buffers.end() && known->second == text) continue;
    if (loaded_.project->Replace(BufferFile(path, "").shown, text)) loaded_.buffers[path] = text;
  }
  return true;
}

project::Project* Workspace::ProjectOf(const std::string& path, Loaded& alone) {
  auto buffer = buffers_.find(path);
  if (buffer == buffers_.end()) return nullptr;
  if (TakeBuffers() && loaded_.buffers.contains(path)) return loaded_.project.get();
  alone = LoadAlone(path, buffer->second);
  return alone.project.get();
}

std::optional<server::FileFacts> Workspace::Analyse(const std::string& path) {
  try {
    Loaded alone;
    project::Project* project = ProjectOf(path, alone);
    if (!project) return server::FileFacts();
    if (alone.project && MustStop()) return std::nullopt;
    std::optional<lint::Outcome> outcome =
        alone.project
            ? std::move(alone.outcome)
            : project->AnalyseFile(BufferFile(path, "").shown, [this] { return MustStop(); });
    if (!outcome) return std::nullopt;
    auto facts = FactsOf(*outcome, *project, unit_);
    auto found = facts.find(path);
    return found == facts.end() ? server::FileFacts() : std::move(found->second);
  } catch (const std::exception& error) {
    messages_.push_back({true, project::InternalProblem(path, error).message});
    return server::FileFacts();
  }
}

std::optional<server::Known> Workspace::KnownAt(const std::string& path, server::Position at) {
  try {
    Loaded alone;
    project::Project* project = ProjectOf(path, alone);
    if (!project) return std::nullopt;
    const std::size_t offset = server::OffsetOf(buffers_.at(path), at, unit_);
    return KnownOf(project->RevealAt(BufferFile(path, "").shown, static_cast<std::uint32_t>(offset),
                                     [this] { return MustStop(); }),
                   unit_);
  } catch (const std::exception& error) {
    messages_.push_back({true, project::InternalProblem(path, error).message});
    return std::nullopt;
  }
}

std::optional<server::Action> Workspace::ForFile(const std::string& path,
                                                 server::FileAction action) {
  try {
    Loaded alone;
    project::Project* project = ProjectOf(path, alone);
    if (!project) return std::nullopt;
    auto wanted = [&](const diag::Diagnostic& finding) {
      return action == server::FileAction::FixAll ||
             lint::Rules()[finding.rule_index]->name == "unused-suppression";
    };
    const std::string& text = buffers_.at(path);
    const std::optional<std::string> fixed =
        project::FixFile(*project, BufferFile(path, "").shown, text, wanted,
                         [this] { return MustStop(); });
    if (!fixed || *fixed == text) return std::nullopt;
    return server::Action{"", true, Edits(path, text, *fixed, unit_)};
  } catch (const std::exception& error) {
    messages_.push_back({true, project::InternalProblem(path, error).message});
    return std::nullopt;
  }
}

std::optional<server::Action> Workspace::Suppression(const std::string& path,
                                                     const server::Finding& finding) {
  auto buffer = buffers_.find(path);
  if (buffer == buffers_.end()) return std::nullopt;
  source::SourceFile file(path, buffer->second);
  std::uint32_t line = finding.range.start.line + 1;
  if (line > file.LineCount()) return std::nullopt;
  project::CommentWriter writer(file, "");
  if (!writer.Add(line, std::min(finding.statement_line + 1, line), {finding.code}))
    return std::nullopt;
  server::Action action{"Suppress " + finding.code + " here", false, {}};
  action.edits = Edits(path, buffer->second, writer.text(), unit_);
  return action;
}

}  // namespace graphmend::cli
