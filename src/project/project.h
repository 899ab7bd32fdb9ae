// Files that are checked, each under the settings that hold for it, and what stays known of them
// for an editor's next text. Files whose settings ask for different analyses (another release of
// torch, other entries) are analysed apart, each time with all files in view. `Check`
// (project/check.h) makes one. From an analysis to what is reported, in this order:
//
//   1  findings of rules that are off, and in files of another analysis, go
//   2  what comments suppress moves aside
//   3  what is left is offered fixes, or comes with them from an earlier run
//   4  severities are given, and what is not severe enough goes
//   5  findings in notebooks say where, and fixes that do not fit into cells go
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/outcome.h"
#include "project/configuration.h"
#include "project/policy.h"
#include "project/session.h"
#include "settings/resolve.h"

namespace graphmend::project {

// How a run goes about it, apart from what it comes to.
struct ProjectRun {
  unsigned jobs = 0;  // 0: one for each processor
  // Asked from any thread; once it says true, the analysis and the search for fixes come to an end
  // soon, and their outcome means nothing.
  std::function<bool()> stop = {};
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // from any thread
  // A directory where outcomes are kept if the settings name no other and have a cache; "": only
  // one that they name; nullopt: none is kept.
  std::optional<std::string> cache = {};
  // What is executed is recorded here; for one job only.
  infer::Trace* trace = nullptr;
  // For those who analyse more than once.
  std::shared_ptr<names::SharedStubs> shared_stubs = {};
  bool keep_trees = false;  // see `infer::Options`
  bool again = false;       // whether `Project::Analyse` is called more than once
  bool checked = false;     // for tests: see `infer::Options`
  std::uint64_t budget = infer::Options().budget;
};

class Project {
 public:
  // An error of the configuration is to be asked for afterwards.
  Project(Configuration& configuration, Selection selection, const ProjectRun& run);

  // Findings as the settings want them; problems; what is compiled. Again after files were
  // replaced: only what they reach is looked at. What an earlier outcome points to goes.
  lint::Outcome Analyse();

  // After `Analyse`: see `Session`. false: the file was not selected.
  bool Replace(const SelectedFile& file);
  bool Replace(const std::string& shown, const std::optional<std::string>& text);
  // `stop`: once it says true, nothing comes out.
  using Stop = infer::Analysis::Stop;
  std::optional<lint::Outcome> AnalyseFile(const std::string& shown, const Stop& stop);
  lint::Outcome AnalyseFile(const std::string& shown);
  std::vector<infer::KnownValue> RevealAt(const std::string& shown, std::uint32_t offset,
                                          const Stop& stop = {});

  const Policy& PolicyOf(const std::string& shown);
  // The bytes of a file with findings.
  std::string RawBytes(const std::string& shown) const;
  const std::vector<SelectedFile>& files() const { return files_; }
  // The analysis of a selected file; null where it was not selected.
  const Session* SessionOf(const std::string& shown) const;

 private:
  void MakeGroups(Selection selection, const ProjectRun& run);
  bool IsOwn(std::size_t group, const std::string& shown) const;
  LookedFor RulesOf(std::size_t group);
  lint::Outcome AnalyseGroup(std::size_t group);
  void Select(std::size_t group, lint::Outcome& outcome);
  // `files`: those with comments that may suppress, with findings or without.
  void Suppress(std::size_t group, const std::vector<names::FileId>& files, lint::Outcome& outcome);
  void Weigh(lint::Outcome& outcome);
  void FitToCells(lint::Outcome& outcome) const;
  void Append(std::size_t group, lint::Outcome from, lint::Outcome& to) const;

  Configuration& configuration_;
  std::vector<SelectedFile> files_;
  std::vector<std::unique_ptr<Session>> groups_;
  std::map<std::string, std::shared_ptr<const notebook::Notebook>> notebooks_;  // by the shown path
  std::map<std::string, std::size_t> group_of_;                                 // by the shown path
  std::map<const settings::Stack*, std::unique_ptr<RulesOfStack>> rules_;
  std::map<std::string, std::unique_ptr<Policy>> policies_;
};

}  // namespace graphmend::project
