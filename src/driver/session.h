// One run over some paths: the files, the program they make, the analysis and its threads. What
// goes wrong in one file or unit is kept as a problem, and the run goes on.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/symbol.h"
#include "driver/discover.h"
#include "driver/invocation.h"
#include "driver/worker_pool.h"
#include "infer/analyze.h"
#include "lint/outcome.h"
#include "names/program.h"

namespace graphmend::driver {

class Session {
 public:
  // Finds the files and adds them, and the embedded stubs, to the program. An operand "-" is
  // standard input, read now, under the invocation's name for it.
  Session(const Invocation& invocation, const std::vector<std::string>& paths);

  const names::Program& program() const { return program_; }
  const WorkerPool& pool() const { return pool_; }

  // Discovers the units and analyses each. All rules; findings in the selected files.
  lint::Outcome Analyse();
  // What went wrong so far, sorted; afterwards none is left.
  std::vector<lint::Problem> TakeProblems();
  // Of the last `Analyse`.
  const infer::Analysis& analysis() const { return *analysis_; }

  // The selected file that is shown as `shown`; none: not selected.
  std::optional<names::FileId> FindFile(std::string_view shown) const;
  // The bytes of a selected file as they are on disk, or came from standard input.
  std::string RawBytes(std::string_view shown) const;

 private:
  void AddStandardInput(const std::string& name);
  void AddSourceRoots(const Selection& selection);
  infer::Analysis::ParallelFor Guarded();
  std::vector<infer::UnitResult> AnalyseUnits();
  void Gather(std::vector<infer::UnitResult> results, lint::Outcome& outcome);
  void AddProblem(lint::Problem problem);

  const Invocation& invocation_;
  WorkerPool pool_;
  base::Interner interner_;
  names::Program program_;
  std::unique_ptr<infer::Analysis> analysis_;
  std::optional<std::string> standard_input_;
  std::string standard_input_name_;
  std::mutex problems_mutex_;
  std::vector<lint::Problem> problems_;
};

// What GM000 says.
lint::Problem InternalProblem(std::string path, const std::exception& error);

}  // namespace graphmend::driver
