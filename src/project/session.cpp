#include "project/session.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/path.h"
#include "fix/inline_helper.h"
#include "fix/propose.h"
#include "lint/check.h"
#include "lint/directive.h"
#include "lint/holes.h"
#include "os/files.h"
#include "project/known_stubs.h"
#include "project/libraries.h"
#include "project/library_stubs.h"
#include "project/result_cache.h"
#include "project/stub_context.h"
#include "settings/resolve.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

std::string_view NameOf(infer::AssumeCompiled assume) {
  switch (assume) {
    case infer::AssumeCompiled::Modules: return "modules";
    case infer::AssumeCompiled::Public: return "public";
    case infer::AssumeCompiled::Explicit: return "explicit";
    case infer::AssumeCompiled::Auto: break;
  }
  return "auto";
}

void AddReaches(const std::vector<infer::Observation>& observations, lint::Outcome& outcome) {
  auto key = [](const diag::Location& at) {
    return std::tuple(at.file, at.span.begin, at.span.end);
  };
  std::set<std::tuple<decltype(key({})), decltype(key({}))>> seen;
  for (const infer::Observation& observation : observations) {
    if (observation.callers.empty() || !observation.callers.front().location.file) continue;
    const diag::Location& entry = observation.callers.front().location;
    if (seen.emplace(key(entry), key(observation.location)).second)
      outcome.reaches.push_back({entry, observation.location});
  }
}

}  // namespace

lint::Problem InternalProblem(std::string path, const std::exception& error) {
  return {
      lint::ProblemKind::Internal, std::move(path), 0,
      std::string("GM000 internal error in graphmend: ") + error.what(),
      "this is a bug in graphmend; please report it with the file. Everything else was analysed"};
}

Session::Session(SessionSetup setup, unsigned jobs)
    : setup_(std::move(setup)),
      pool_(jobs),
      program_(setup_.shared_stubs ? setup_.shared_stubs->interner() : interner_,
               setup_.shared_stubs) {
  problems_ = setup_.selection.problems;
  AddStubs();
  for (const SelectedFile& file : setup_.selection.files)
    by_shown_.emplace(file.shown, program_.Add(file.path, file.shown, true, file.text,
                                               notebook::CellsOf(file.notebook.get())));
  AddSourceRoots();
}

Session::Session(Configuration& configuration, Selection selection, unsigned jobs)
    : Session(SetupOf(configuration.ForRun(), configuration.EnvironmentOf(configuration.ForRun()),
                      std::move(selection)),
              jobs) {
  if (auto error = configuration.error())
    problems_.push_back({lint::ProblemKind::Unusable, "", 0, error->message, error->hint});
}

// What is said later holds: first graphmend's own, then what the authors of libraries say, then the
// user; of the user's directories the first.
void Session::AddStubs() {
  AddOwnStubs(stubs_);
  const auto may_speak = [&](std::string_view package) { return stubs_.IsOpen(package); };
  const auto take = [&](const StubFile& stub, models::StubSet::Says says,
                        std::vector<lint::Problem>& problems) {
    stub_texts_[stub.path] = stub.source.text();
    TakeStub(stub, says, stubs_, problems);
  };
  std::vector<LibraryStubs> libraries;
  for (LibraryStubs& library : FindLibraryStubs(setup_.environment, may_speak)) {
    std::vector<lint::Problem>& problems = library_problems_[library.package];
    problems = std::move(library.problems);
    for (const StubFile& stub : library.files) take(stub, models::StubSet::Says::Names, problems);
    libraries.push_back(std::move(library));
  }
  StubFiles own = ReadStubs(setup_.stubs);
  std::move(own.problems.begin(), own.problems.end(), std::back_inserter(problems_));
  std::reverse(own.files.begin(), own.files.end());
  for (const StubFile& stub : own.files) take(stub, models::StubSet::Says::All, problems_);
  CheckStubs(libraries, own.files);
  for (const models::StubSet::Stub& stub : stubs_.stubs())
    program_.AddStub(stub.relative, stub.text);
}

void Session::CheckStubs(const std::vector<LibraryStubs>& libraries,
                         const std::vector<StubFile>& own) {
  models::StubBindings bindings(stubs_);
  const auto check = [&](const StubFile& stub, models::StubSet::Says says,
                         std::vector<lint::Problem>& problems) {
    std::vector<lint::Problem> more = CheckAmongOthers(stub, says, stubs_, bindings);
    std::move(more.begin(), more.end(), std::back_inserter(problems));
  };
  for (const LibraryStubs& library : libraries)
    for (const StubFile& stub : library.files)
      check(stub, models::StubSet::Says::Names, library_problems_[library.package]);
  for (const StubFile& stub : own) check(stub, models::StubSet::Says::All, problems_);
}

// Of libraries that nothing has led to, it does not matter what is wrong with their stubs.
void Session::AddLibraryProblems() {
  if (library_problems_.empty()) return;
  constexpr std::string_view kOverlay = "overlay.";
  for (std::uint32_t i = 0; i < program_.FileCount(); ++i) {
    const names::FileId file(i);
    const names::FileInfo& info = program_.Info(file);
    std::string_view module = info.module;
    if (info.is_stub && module.starts_with(kOverlay)) module.remove_prefix(kOverlay.size());
    auto found = library_problems_.find(module.substr(0, module.find('.')));
    if (found == library_problems_.end()) continue;
    if (info.is_stub && !program_.ParsedBefore(file) && !program_.WasSound(file)) continue;
    for (const lint::Problem& problem : found->second) AddProblem(problem);
  }
}

void Session::AddSourceRoots() {
  std::error_code error;
  for (const std::string& root : setup_.source_roots)
    program_.AddSourceRoot(root, names::Program::Root::Named);
  for (const std::string& root : setup_.environment.roots)
    program_.AddSourceRoot(root, names::Program::Root::Installed);
  for (const std::string& directory : setup_.selection.directories) {
    if (fs::exists(base::ToPath(directory) / "__init__.py", error)) continue;
    program_.AddSourceRoot(directory);
    fs::path source = base::ToPath(directory) / "src";
    if (fs::is_directory(source, error)) program_.AddSourceRoot(base::ToText(source));
  }
}

void Session::AddProblem(lint::Problem problem) {
  std::lock_guard lock(problems_mutex_);
  problems_.push_back(std::move(problem));
}

void Session::ProposeFixes(lint::Outcome& outcome) { ProposeFixes(outcome, setup_.stop); }

void Session::ProposeFixes(lint::Outcome& outcome, const infer::Analysis::Stop& stop) {
  std::vector<std::string> failures;
  fix::Options options = setup_.fixes;
  options.stop = stop;
  fix::Propose(program_, observations_, facts_, options, outcome.diagnostics, failures);
  observations_ = {};
  facts_ = {};
  // What is wrong in a file may be why a fix seems right.
  for (diag::Diagnostic& diagnostic : outcome.diagnostics) {
    if (diagnostic.fixes.empty() || !HasSyntaxError(diagnostic.location.file->path())) continue;
    diagnostic.fixes.clear();
    diagnostic.no_fix = "the file has a syntax error, which comes first";
  }
  if (failures.empty()) return;
  for (const std::string& failure : failures)
    AddProblem(InternalProblem("", std::runtime_error("no fix: " + failure)));
  std::move(outcome.problems.begin(), outcome.problems.end(), std::back_inserter(problems_));
  outcome.problems = TakeProblems();
}

bool Session::HasSyntaxError(const std::string& shown) const {
  const std::optional<names::FileId> file = FindFile(shown);
  const names::ParsedFile* parsed = file ? program_.ParsedBefore(*file) : nullptr;
  return parsed && !parsed->tree().errors.empty();
}

// Of each file, few enough files of entries that every place with a finding is called from one.
void Session::RememberCallers() {
  std::set<std::tuple<const source::SourceFile*, std::uint32_t, std::uint32_t>> covered;
  for (const infer::Observation& observation : observations_) {
    const diag::Location& at = observation.location;
    if (!covered.emplace(at.file, at.span.begin, at.span.end).second) continue;
    if (observation.callers.empty() || !observation.callers.front().location.file) continue;
    const std::string& caller = observation.callers.front().location.file->path();
    if (caller != at.file->path()) callers_[at.file->path()].insert(caller);
  }
}

// Of a file that the analysis had no need of, no tree is kept unless something is wrong with it.
const names::ParsedFile* Session::ParsedUnlessSound(names::FileId file) const {
  if (const names::ParsedFile* parsed = program_.ParsedBefore(file)) return parsed;
  if (program_.WasSound(file)) return nullptr;
  const bool is_sound = syntax::IsSound(program_.Bytes(file));
  if (!is_sound) return program_.Parsed(file);
  program_.Forget(file);
  return nullptr;
}

void Session::AddSyntaxErrors(const std::vector<names::FileId>& files,
                              const infer::Analysis::Stop& stop, lint::Outcome& outcome) const {
  std::vector<std::optional<diag::Diagnostic>> errors(files.size());
  pool_.Run(files.size(), [&](std::size_t i) {
    if (stop && stop()) return;
    if (const names::ParsedFile* file = ParsedUnlessSound(files[i]))
      errors[i] = lint::CheckSyntax(file->source(), file->tree());
  });
  for (std::optional<diag::Diagnostic>& error : errors)
    if (error) outcome.diagnostics.push_back(*std::move(error));
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
}

void Session::Replace(const SelectedFile& file) {
  const std::optional<names::FileId> id = FindFile(file.shown);
  if (!id) return;
  program_.Replace(*id, file.text, notebook::CellsOf(file.notebook.get()));
  if (setup_.again) replaced_.push_back(*id);
  const auto selected =
      std::find_if(setup_.selection.files.begin(), setup_.selection.files.end(),
                   [&](const SelectedFile& one) { return one.shown == file.shown; });
  *selected = file;
}

void Session::Replace(names::FileId file, std::optional<std::string> text) {
  program_.Replace(file, text);
  const std::string& shown = program_.Info(file).shown_path;
  for (SelectedFile& selected : setup_.selection.files)
    if (selected.shown == shown) selected.text = text;
}

// The file first, then those whose entries call into it.
std::vector<names::FileId> Session::WithCallers(names::FileId file) const {
  constexpr std::size_t kMostCallers = 16;
  std::vector<names::FileId> files = {file};
  const auto callers = callers_.find(program_.Info(file).shown_path);
  if (callers == callers_.end()) return files;
  for (const std::string& caller : callers->second)
    if (auto id = FindFile(caller); id && files.size() <= kMostCallers) files.push_back(*id);
  return files;
}

std::vector<infer::KnownValue> Session::RevealAt(names::FileId file, std::uint32_t offset,
                                                 const infer::Analysis::Stop& stop) {
  program_.DropReplaced();
  return analysis_->RevealAt(WithCallers(file), offset, stop);
}

lint::Outcome Session::AnalyseFile(names::FileId file, const infer::Analysis::Stop& stop) {
  program_.DropReplaced();
  const std::string& shown = program_.Info(file).shown_path;
  lint::Outcome outcome = EmptyOutcome();
  std::vector<infer::UnitResult> results;
  results.push_back(analysis_->AnalyzeFiles(WithCallers(file), stop));
  std::vector<infer::Observation>& observations = results.front().observations;
  AddReaches(observations, outcome);
  const lint::FileKnowledge knowledge = KnowledgeOf(program_, setup_.environment);
  std::erase_if(observations, [&](const infer::Observation& one) {
    const diag::Location at = lint::ReportedAt(one, knowledge);
    return !at.file || at.file->path() != shown;
  });
  Gather(std::move(results), outcome);
  AddSyntaxErrors({file}, stop, outcome);
  outcome.problems = TakeProblems();
  return outcome;
}

std::vector<lint::Problem> Session::TakeProblems() {
  for (const names::Problem& problem : program_.Problems())
    problems_.push_back(
        {lint::ProblemKind::Unusable, problem.path, 0, problem.message, problem.hint});
  lint::SortOnce(problems_);
  return std::move(problems_);
}

lint::Outcome Session::EmptyOutcome() const {
  lint::Outcome outcome;
  outcome.files = program_.SelectedFiles().size();
  outcome.target = std::to_string(setup_.analysis.target.major) + "." +
                   std::to_string(setup_.analysis.target.minor);
  outcome.assume = NameOf(setup_.analysis.assume);
  if (const Environment& environment = setup_.environment; !environment.prefix.empty())
    outcome.environment = environment.prefix + " (" + environment.found_by + ")";
  return outcome;
}

std::optional<ResultCache> Session::Cache() {
  if (setup_.cache.empty()) return std::nullopt;
  return ResultCache(setup_, program_, stub_texts_, pool_);
}

lint::Outcome Session::Analyse() {
  lint::Outcome outcome = EmptyOutcome();
  if (!analysis_) standing_problems_ = problems_;
  else problems_.insert(problems_.end(), standing_problems_.begin(), standing_problems_.end());
  Discover();
  for (const std::string& name : analysis_->UnknownEntryPoints())
    AddProblem({lint::ProblemKind::Incomplete, "", 0,
                "entry-points: nothing in view is called `" + name + "`",
                "dotted name of a function or module class; is its source below a `src` root?"});
  Gather(AnalyseUnits(), outcome);
  AddReaches(observations_, outcome);
  RememberCallers();
  AddSyntaxErrors(program_.SelectedFiles(), setup_.stop, outcome);
  AddLibraryProblems();
  outcome.problems = TakeProblems();
  return outcome;
}

std::vector<names::FileId> Session::FilesWithDirectives() const {
  std::vector<names::FileId> files = program_.SelectedFiles();
  std::vector<char> may(files.size());
  pool_.Run(files.size(), [&](std::size_t i) {
    may[i] = lint::MayHoldDirective(program_.Bytes(files[i]));
    if (!may[i]) program_.Forget(files[i]);
  });
  std::vector<names::FileId> found;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (may[i]) found.push_back(files[i]);
  return found;
}

std::optional<names::FileId> Session::FindFile(std::string_view shown) const {
  auto found = by_shown_.find(shown);
  return found == by_shown_.end() ? std::nullopt : std::optional(found->second);
}

std::string Session::RawBytes(std::string_view shown) const {
  std::optional<names::FileId> file = FindFile(shown);
  if (!file) return {};
  for (const SelectedFile& selected : setup_.selection.files)
    if (selected.shown == shown && (selected.bytes || (selected.text && !selected.notebook)))
      return selected.bytes ? *selected.bytes : *selected.text;
  return os::ReadFile(program_.Info(*file).path, os::kMostSource).bytes;
}

}  // namespace graphmend::project
