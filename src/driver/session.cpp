#include "driver/session.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "fix/inline_helper.h"
#include "fix/propose.h"
#include "lint/check.h"
#include "rules/embedded.h"

namespace graphmend::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStubs = "stubs/";

std::string ReadStandardInput() {
  std::string text;
  char buffer[65536];
  for (;;) {
    ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

bool ProblemBefore(const lint::Problem& a, const lint::Problem& b) {
  auto key = [](const lint::Problem& p) { return std::tie(p.path, p.line, p.kind, p.message); };
  return key(a) < key(b);
}

bool SameProblem(const lint::Problem& a, const lint::Problem& b) {
  return !ProblemBefore(a, b) && !ProblemBefore(b, a);
}

auto EntryKey(const infer::Entry& entry) {
  std::string_view path =
      entry.location.file ? std::string_view(entry.location.file->path()) : std::string_view();
  return std::tuple(path, entry.location.span.begin, entry.location.span.end,
                    std::string_view(entry.target), std::string_view(entry.how));
}

void SortEntries(std::vector<infer::Entry>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const infer::Entry& a, const infer::Entry& b) { return EntryKey(a) < EntryKey(b); });
  auto same = [](const infer::Entry& a, const infer::Entry& b) {
    return EntryKey(a) == EntryKey(b);
  };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
}

}  // namespace

lint::Problem InternalProblem(std::string path, const std::exception& error) {
  return {lint::ProblemKind::Internal, std::move(path), 0,
          std::string("GM000 internal error in graphmend: ") + error.what(),
          "this is a defect of graphmend; please report it with the file. All else was analysed"};
}

Session::Session(const Invocation& invocation, const std::vector<std::string>& paths,
                 const Overlay& overlay)
    : invocation_(invocation), pool_(invocation.jobs), program_(interner_), given_(overlay) {
  for (const rules::EmbeddedFile& file : rules::EmbeddedFiles())
    if (file.path.starts_with(kStubs))
      program_.AddStub(std::string(file.path.substr(kStubs.size())), file.text);
  std::vector<std::string> on_disk;
  for (const std::string& path : paths)
    if (path != "-") on_disk.push_back(path);
  Selection selection = Discover(on_disk);
  problems_ = std::move(selection.problems);
  bool reads_input = on_disk.size() < paths.size();
  if (reads_input) AddStandardInput(invocation.stdin_filename, overlay);
  for (const SelectedFile& file : selection.files) {
    if (reads_input && file.shown == standard_input_name_) continue;
    auto given = given_.find(file.shown);
    program_.Add(file.path, file.shown, true,
                 given == given_.end() ? std::nullopt : std::optional(given->second));
  }
  AddSourceRoots(selection);
}

void Session::AddStandardInput(const std::string& name, const Overlay& overlay) {
  std::string path = name.empty() ? "<stdin>" : name;
  standard_input_name_ = name.empty() ? path : ShownPath(name);
  if (!overlay.contains(standard_input_name_))
    given_.emplace(standard_input_name_, ReadStandardInput());
  program_.Add(path, standard_input_name_, true, given_.at(standard_input_name_));
}

void Session::AddSourceRoots(const Selection& selection) {
  std::error_code error;
  for (const std::string& directory : selection.directories) {
    if (fs::exists(fs::path(directory) / "__init__.py", error)) continue;
    program_.AddSourceRoot(directory);
    fs::path source = fs::path(directory) / "src";
    if (fs::is_directory(source, error)) program_.AddSourceRoot(source.string());
  }
}

void Session::AddProblem(lint::Problem problem) {
  std::lock_guard lock(problems_mutex_);
  problems_.push_back(std::move(problem));
}

// Runs what a stage asks for on the pool; a step that fails costs that step only.
infer::Analysis::ParallelFor Session::Guarded() {
  return [this](std::size_t count, const std::function<void(std::size_t)>& step) {
    pool_.Run(count, [&](std::size_t i) {
      try {
        step(i);
      } catch (const std::exception& error) {
        AddProblem(InternalProblem("", error));
      }
    });
  };
}

std::vector<infer::UnitResult> Session::AnalyseUnits() {
  std::vector<infer::UnitResult> results(analysis_->UnitCount());
  pool_.Run(results.size(), [&](std::size_t unit) {
    try {
      results[unit] = analysis_->AnalyzeUnit(unit);
    } catch (const std::exception& error) {
      results[unit] = {};
      AddProblem(InternalProblem("", error));
    }
    for (const infer::UnitResult::Failure& failure : results[unit].failures)
      AddProblem(InternalProblem(program_.Info(failure.file).shown_path,
                                 std::runtime_error(failure.message)));
    for (names::FileId file : results[unit].unfinished)
      AddProblem({lint::ProblemKind::Incomplete, program_.Info(file).shown_path, 0,
                  "too much to follow: a part of what is compiled here was not analysed", ""});
  });
  return results;
}

void Session::Gather(std::vector<infer::UnitResult> results, lint::Outcome& outcome) {
  std::unordered_set<std::string_view> selected;
  for (names::FileId file : program_.SelectedFiles())
    selected.insert(program_.Info(file).shown_path);
  std::vector<infer::Observation> observations;
  infer::Facts facts;
  for (infer::UnitResult& result : results) {
    facts.Add(std::exchange(result.facts, {}));
    for (infer::Observation& observation : result.observations)
      if (observation.location.file && selected.contains(observation.location.file->path()))
        observations.push_back(std::move(observation));
    std::move(result.entries.begin(), result.entries.end(), std::back_inserter(outcome.entries));
  }
  SortEntries(outcome.entries);
  outcome.diagnostics = lint::Check(observations);
  std::erase_if(outcome.diagnostics, [](const diag::Diagnostic& diagnostic) {
    return fix::IsInHelper(*diagnostic.location.file, diagnostic.location.span);
  });
  std::vector<std::string> failures;
  fix::Propose(program_, observations, facts, invocation_.fixes, outcome.diagnostics, failures);
  for (const std::string& failure : failures)
    AddProblem(InternalProblem("", std::runtime_error("no fix: " + failure)));
  for (std::size_t unit = 0; unit < analysis_->UnitCount(); ++unit)
    for (names::FileId id : analysis_->UnitFiles(unit)) {
      const names::ParsedFile* file = program_.Parsed(id);
      if (!file) continue;
      if (auto error = lint::CheckSyntax(file->source(), file->tree()))
        outcome.diagnostics.push_back(*std::move(error));
    }
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
}

std::vector<lint::Problem> Session::TakeProblems() {
  for (const names::Problem& problem : program_.Problems())
    problems_.push_back(
        {lint::ProblemKind::Unusable, problem.path, 0, problem.message, problem.hint});
  std::sort(problems_.begin(), problems_.end(), ProblemBefore);
  problems_.erase(std::unique(problems_.begin(), problems_.end(), SameProblem), problems_.end());
  return std::move(problems_);
}

lint::Outcome Session::Analyse() {
  lint::Outcome outcome;
  outcome.files = program_.SelectedFiles().size();
  outcome.target = std::to_string(invocation_.analysis.target.major) + "." +
                   std::to_string(invocation_.analysis.target.minor);
  outcome.assume = Name(invocation_.analysis.assume);
  analysis_ = std::make_unique<infer::Analysis>(program_, invocation_.analysis);
  analysis_->Discover(Guarded());
  Gather(AnalyseUnits(), outcome);
  outcome.problems = TakeProblems();
  return outcome;
}

std::optional<names::FileId> Session::FindFile(std::string_view shown) const {
  for (names::FileId file : program_.SelectedFiles())
    if (program_.Info(file).shown_path == shown) return file;
  return std::nullopt;
}

std::string Session::PathOf(std::string_view shown) const {
  if (shown == standard_input_name_) return {};
  std::optional<names::FileId> file = FindFile(shown);
  return file ? program_.Info(*file).path : std::string();
}

std::string Session::RawBytes(std::string_view shown) const {
  if (auto given = given_.find(std::string(shown)); given != given_.end()) return given->second;
  return BytesOnDisk(shown);
}

std::string Session::BytesOnDisk(std::string_view shown) const {
  const std::string path = PathOf(shown);
  if (path.empty()) return {};
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

}  // namespace graphmend::driver
