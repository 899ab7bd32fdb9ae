#include "cli/workspace.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "cli/facts.h"
#include "project/check.h"
#include "project/comment_writer.h"
#include "project/discover.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

bool IsOnDisk(const std::string& path) { return base::IsAbsolute(path); }

project::SelectedFile BufferFile(const std::string& path, const std::string& text) {
  return {path, IsOnDisk(path) ? project::ShownPath(path) : path, text};
}

// The one edit between two texts, widened to whole lines.
server::TextEdit Difference(const std::string& path, const std::string& before,
                            const std::string& after, source::ColumnUnit unit) {
  std::size_t begin =
      std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
      before.begin();
  begin = before.rfind('\n', begin == 0 ? 0 : begin - 1);
  begin = begin == std::string::npos ? 0 : begin + 1;
  std::size_t end = before.size(), new_end = after.size();
  while (end > begin && new_end > begin && before[end - 1] == after[new_end - 1]) {
    --end;
    --new_end;
  }
  while (end < before.size() && before[end - (end > 0)] != '\n') {
    ++end;
    ++new_end;
  }
  source::SourceFile file(path, before);
  source::Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  return {server::RangeOf(file, span, unit), after.substr(begin, new_end - begin)};
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
                        {.jobs = invocation_.jobs, .cancelled = &cancelled_, .keep_trees = true}});
    loaded.project = std::move(checked.project);
    loaded.buffers = buffers;
    if (auto error = loaded.configuration->error()) {
      refreshed.messages.push_back(
          {true, error->message + (error->hint.empty() ? "" : "; " + error->hint)});
      return refreshed;
    }
    refreshed.facts = FactsOf(checked.outcome, unit_);
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

server::FileFacts Workspace::AnalyseAlone(const std::string& path) const {
  auto buffer = buffers_.find(path);
  if (buffer == buffers_.end()) return {};
  project::Configuration configuration(invocation_.settings);
  if (IsOnDisk(path) && project::IsLeftOut(path, configuration)) return {};
  project::Selection selection;
  selection.files.push_back(BufferFile(path, buffer->second));
  const project::Checked checked =
      project::Check({configuration, std::move(selection), {.jobs = 1}});
  if (configuration.error()) return {};
  auto facts = FactsOf(checked.outcome, unit_);
  auto found = facts.find(path);
  return found == facts.end() ? server::FileFacts() : std::move(found->second);
}

server::FileFacts Workspace::Analyse(const std::string& path) {
  try {
    auto buffer = buffers_.find(path);
    std::string shown = BufferFile(path, "").shown;
    if (!loaded_.project || buffer == buffers_.end()) return AnalyseAlone(path);
    for (const auto& [other, text] : buffers_) {
      auto known = loaded_.buffers.find(other);
      if (known != loaded_.buffers.end() && known->second == text) continue;
      if (loaded_.project->Replace(BufferFile(other, "").shown, text))
        loaded_.buffers[other] = text;
    }
    if (!loaded_.buffers.contains(path)) return AnalyseAlone(path);
    auto facts = FactsOf(loaded_.project->AnalyseFile(shown), unit_);
    auto found = facts.find(path);
    return found == facts.end() ? server::FileFacts() : std::move(found->second);
  } catch (const std::exception& error) {
    messages_.push_back({true, project::InternalProblem(path, error).message});
    return {};
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
  server::Action action{"Suppress " + finding.code + " here", false, false, {}};
  action.edits.push_back(Difference(path, buffer->second, writer.text(), unit_));
  return action;
}

}  // namespace graphmend::cli
