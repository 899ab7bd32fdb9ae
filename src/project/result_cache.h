// The outcome of an earlier run that read the same under the same settings, so that nothing need be
// analysed again.
//
//   key      program, settings, working directory and the paths that are looked at
//   record   what that run read, as digests, and its outcome
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

class ResultCache {
 public:
  // The program holds the files and stubs of the run, `stubs` the texts of those of the user's own,
  // by path; nothing has been looked up in it yet.
  ResultCache(const SessionSetup& setup, names::Program& program,
              const std::map<std::string, std::string>& stubs, const WorkerPool& pool);

  // Nullopt where there is none, or where anything it came from reads otherwise now.
  std::optional<lint::Outcome> Find();
  // Not where a defect of graphmend or a change meanwhile has left its mark.
  void Keep(const lint::Outcome& outcome) const;

 private:
  bool IsUnchanged(const std::vector<names::Dependency>& dependencies) const;
  const source::SourceFile* SourceOf(const std::string& path, const std::string& shown);

  names::Program& program_;
  const WorkerPool& pool_;
  cache::Store store_;
  std::string key_;
};

}  // namespace graphmend::project
