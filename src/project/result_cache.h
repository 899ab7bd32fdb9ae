// The outcome of an earlier run that read the same under the same settings, so that nothing need be
// analysed again.
//
//   key      program, settings, working directory and the paths that are looked at
//   record   what that run read, as digests; which rules it looked for, since others have no fixes;
//            and its outcome as it was before severities were given
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cache/store.h"
#include "lint/outcome.h"
#include "names/program.h"
#include "project/worker_pool.h"

namespace graphmend::project {

struct SessionSetup;

// The settings and paths of an analysis as text: the same for the same.
std::string SettingsKey(const SessionSetup& setup);

// By file of the selection, in its order: for each rule whether it is looked for there.
using LookedFor = std::vector<std::vector<bool>>;

class ResultCache {
 public:
  // The program holds the files and stubs of the run, `stubs` the texts of those of the user's own,
  // by path; nothing has been looked up in it yet.
  ResultCache(const SessionSetup& setup, names::Program& program,
              const std::map<std::string, std::string>& stubs, const WorkerPool& pool);

  // Nullopt where there is none, where anything it came from reads otherwise now, or where rules
  // are looked for that were not then. Nothing is suppressed in it, and there may be findings of
  // other rules.
  std::optional<lint::Outcome> Find(const LookedFor& rules);
  // Not where a defect of graphmend or a change meanwhile has left its mark. What is suppressed is
  // kept among the findings, and what is said about the comments that suppress is not kept.
  void Keep(const lint::Outcome& outcome, const LookedFor& rules) const;

 private:
  bool IsUnchanged(const std::vector<names::Dependency>& dependencies) const;
  const source::SourceFile* SourceOf(const std::string& path, const std::string& shown);

  names::Program& program_;
  const WorkerPool& pool_;
  cache::Store store_;
  std::string key_;
};

}  // namespace graphmend::project
