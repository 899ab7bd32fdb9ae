// One run over some paths: the files, the program they make, the analysis and its threads. What
// goes wrong in one file or unit is kept as a problem, and the run goes on.
#pragma once

#include <map>
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

// Bytes that stand in for those of a file, by the path that is shown for it.
using Overlay = std::map<std::string, std::string>;

class Session {
 public:
  // Finds the files and adds them, and the embedded stubs, to the program. An operand "-" is
  // standard input, under the invocation's name for it, read now if `overlay` does not hold it.
  Session(const Invocation& invocation, const std::vector<std::string>& paths,
          const Overlay& overlay = {});

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
  // The bytes of a selected file as they are on disk, came from standard input, or stand in the
  // overlay.
  std::string RawBytes(std::string_view shown) const;
  // Where a selected file is; empty for standard input.
  std::string PathOf(std::string_view shown) const;
  std::string BytesOnDisk(std::string_view shown) const;
  const Overlay& given() const { return given_; }
  base::Interner& interner() { return interner_; }

 private:
  void AddStandardInput(const std::string& name, const Overlay& overlay);
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
  Overlay given_;  // bytes that are not those on disk
  std::string standard_input_name_;
  std::mutex problems_mutex_;
  std::vector<lint::Problem> problems_;
};

// What GM000 says.
lint::Problem InternalProblem(std::string path, const std::exception& error);

}  // namespace graphmend::driver
