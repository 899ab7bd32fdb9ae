// One analysis of some files: the program they make, the interpreter and its threads. What goes
// wrong in one file or unit is kept as a problem, and the run goes on.
//
//   SessionSetup   the files, and what the settings say that holds for all of them
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/symbol.h"
#include "fix/finding.h"
#include "infer/analyze.h"
#include "lint/library_breaks.h"
#include "lint/outcome.h"
#include "models/stub_set.h"
#include "names/program.h"
#include "project/configuration.h"
#include "project/discover.h"
#include "project/environment.h"
#include "project/library_stubs.h"
#include "project/result_cache.h"
#include "project/session_setup.h"
#include "project/stub_files.h"
#include "project/worker_pool.h"

namespace graphmend::project {

class Session {
 public:
  // Adds the files and all stubs to the program.
  Session(SessionSetup setup, unsigned jobs);
  // All of the files under the settings of the run; what is wrong with these is a problem.
  Session(Configuration& configuration, Selection selection, unsigned jobs);

  const names::Program& program() const { return program_; }
  const WorkerPool& pool() const { return pool_; }

  // Outcomes of earlier runs, where the setup names a cache. To be asked for before `Analyse`.
  std::optional<ResultCache> Cache();
  // Discovers the units and analyses each. Findings of all rules in the selected files, without
  // fixes. Where the setup says so, it may be called again after files were replaced, and looks
  // only at what sees one of these.
  lint::Outcome Analyse();
  // After `Analyse`: a selected file as it is now, in an editor or with fixes. What the findings of
  // earlier analyses point to goes with the next one.
  void Replace(const SelectedFile& file);
  void Replace(names::FileId file, std::optional<std::string> text);
  // After `Analyse`: the findings in one file as its text is now. Looks only at what is compiled
  // there and where the last whole analysis saw its findings come from.
  // `stop`: see `infer::Analysis`; not that of the setup.
  lint::Outcome AnalyseFile(names::FileId file, const infer::Analysis::Stop& stop = {});
  // After `Analyse`: what is known of the innermost expression at an offset of that text.
  std::vector<infer::KnownValue> RevealAt(names::FileId file, std::uint32_t offset,
                                          const infer::Analysis::Stop& stop);
  // Gives each finding that is left of the last analysis a fix, or a reason why there is none. Once
  // for each analysis: what fixes are made from is dropped. `stop`: that of the analysis; without
  // one, of the setup.
  void ProposeFixes(lint::Outcome& outcome);
  void ProposeFixes(lint::Outcome& outcome, const infer::Analysis::Stop& stop);
  // What went wrong so far, sorted; afterwards none is left.
  std::vector<lint::Problem> TakeProblems();
  // Of the last `Analyse`; null before.
  const infer::Analysis* analysis() const { return analysis_.get(); }
  // Of all that was analysed, whichever rules are on.
  const std::set<infer::ObservationKind>& observed_kinds() const { return observed_kinds_; }

  // Selected files with comments that may suppress findings, whether they were analysed or not.
  std::vector<names::FileId> FilesWithDirectives() const;

  // The selected file that is shown as `shown`; none: not selected.
  std::optional<names::FileId> FindFile(std::string_view shown) const;
  // The bytes of a selected file as they are on disk, or came from standard input.
  std::string RawBytes(std::string_view shown) const;

 private:
  void AddStubs();
  // All of them having been merged.
  void CheckStubs(const std::vector<LibraryStubs>& libraries, const std::vector<StubFile>& own);
  void AddLibraryProblems();
  void AddSourceRoots();
  infer::Analysis::ParallelFor Guarded();
  void Discover();
  void ForgetReplaced();
  std::vector<infer::UnitResult> AnalyseUnits();
  void AnalyseUnits(std::size_t begin, std::size_t end, std::vector<infer::UnitResult>& results,
                    std::atomic<std::size_t>& done);
  infer::UnitResult AnalyseUnit(std::size_t unit);
  void Gather(std::vector<infer::UnitResult> results, lint::Outcome& outcome);
  const names::ParsedFile* ParsedUnlessSound(names::FileId file) const;
  void AddSyntaxErrors(const std::vector<names::FileId>& files, const infer::Analysis::Stop& stop,
                       lint::Outcome& outcome) const;
  void RememberCallers();
  std::vector<names::FileId> WithCallers(names::FileId file) const;
  bool HasSyntaxError(const std::string& shown) const;
  lint::Outcome EmptyOutcome() const;
  void AddProblem(lint::Problem problem);

  SessionSetup setup_;
  WorkerPool pool_;
  base::Interner interner_;  // of a session that shares nothing
  models::StubSet stubs_;    // the program has views of it
  names::Program program_;
  std::unique_ptr<infer::Analysis> analysis_;
  // By unit, what came out and would again; where the setup is for several analyses.
  std::vector<std::optional<infer::UnitResult>> kept_;
  std::vector<names::FileId> replaced_;            // since the last analysis of all
  std::map<std::string, std::string> stub_texts_;  // by path
  // By package: what is wrong with the stubs that its author gives.
  std::map<std::string, std::vector<lint::Problem>, std::less<>> library_problems_;
  std::map<std::string, names::FileId, std::less<>> by_shown_;
  // By file, the others with entries that call into its findings.
  std::map<std::string, std::set<std::string>> callers_;
  std::set<infer::ObservationKind> observed_kinds_;
  // Of the last analysis, until its fixes are proposed.
  std::vector<infer::Observation> observations_;
  infer::Facts facts_;
  std::mutex problems_mutex_;
  std::vector<lint::Problem> problems_;
  std::vector<lint::Problem> standing_problems_;  // that are there before anything is analysed
};

// What GM000 says.
lint::Problem InternalProblem(std::string path, const std::exception& error);

}  // namespace graphmend::project
