// One analysis of some files: the program they make, the interpreter and its threads. What goes
// wrong in one file or unit is kept as a problem, and the run goes on.
//
//   SessionSetup   the files, and what the settings say that holds for all of them
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/symbol.h"
#include "driver/configuration.h"
#include "driver/discover.h"
#include "driver/invocation.h"
#include "driver/worker_pool.h"
#include "infer/analyze.h"
#include "lint/outcome.h"
#include "names/program.h"

namespace graphmend::driver {

struct SessionSetup {
  Selection selection;
  infer::Options analysis;
  std::vector<std::string> source_roots;  // `src`, absolute
  std::vector<std::string> stubs;         // directories, absolute
};

// Finds the files. An operand "-" is standard input, read now, under the invocation's name for it.
Selection SelectFiles(const Invocation& invocation, Configuration& configuration,
                      const std::vector<std::string>& paths);
// What `stack` says of an analysis of `selection`.
SessionSetup SetupOf(const settings::Stack& stack, Selection selection);

class Session {
 public:
  // Adds the files, the user's stubs and the embedded ones to the program.
  Session(SessionSetup setup, unsigned jobs);
  // All of the paths under the settings of the run.
  Session(const Invocation& invocation, Configuration& configuration,
          const std::vector<std::string>& paths);

  const names::Program& program() const { return program_; }
  const WorkerPool& pool() const { return pool_; }

  // Discovers the units and analyses each. All rules; findings in the selected files.
  lint::Outcome Analyse();
  // What went wrong so far, sorted; afterwards none is left.
  std::vector<lint::Problem> TakeProblems();
  // Of the last `Analyse`.
  const infer::Analysis& analysis() const { return *analysis_; }

  // Selected files with comments that may suppress findings, whether they were analysed or not.
  std::vector<names::FileId> FilesWithDirectives() const;

  // The selected file that is shown as `shown`; none: not selected.
  std::optional<names::FileId> FindFile(std::string_view shown) const;
  // The bytes of a selected file as they are on disk, or came from standard input.
  std::string RawBytes(std::string_view shown) const;

 private:
  void AddStubs();
  void AddStubsBelow(const std::string& directory);
  void CheckOwnStubs();
  void AddSourceRoots();
  infer::Analysis::ParallelFor Guarded();
  std::vector<infer::UnitResult> AnalyseUnits();
  void Gather(std::vector<infer::UnitResult> results, lint::Outcome& outcome);
  void AddProblem(lint::Problem problem);

  SessionSetup setup_;
  WorkerPool pool_;
  base::Interner interner_;
  names::Program program_;
  std::unique_ptr<infer::Analysis> analysis_;
  std::map<std::string, std::string> stub_texts_;  // by path
  std::vector<names::FileId> own_stubs_;
  std::map<std::string, names::FileId, std::less<>> by_shown_;
  std::mutex problems_mutex_;
  std::vector<lint::Problem> problems_;
};

// What GM000 says.
lint::Problem InternalProblem(std::string path, const std::exception& error);

}  // namespace graphmend::driver
