// The front door of a check: paths to what is reported of them, each file under the settings that
// hold for it. Files whose settings ask for different analyses (another release of torch, other
// entries) are analysed apart, each time with all files in view.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/outcome.h"
#include "project/configuration.h"
#include "project/session.h"
#include "settings/resolve.h"

namespace graphmend::project {

// What the settings say of the findings in one file.
class Policy {
 public:
  Policy(const settings::Stack& stack, const std::string& absolute_path,
         const settings::RuleTable& rules);

  const std::vector<bool>& on() const { return on_; }
  // Gives the finding its severity; false: its rule is off.
  bool Apply(diag::Diagnostic& diagnostic) const;
  bool IsSevereEnough(const diag::Diagnostic& diagnostic) const {
    return diagnostic.severity >= rules_.least;
  }

 private:
  std::vector<bool> on_;
  const settings::RuleTable& rules_;
};

struct ProjectRun {
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // from any thread
  // A directory where outcomes are kept if the settings name no other and have a cache; "": only
  // one that they name; nullopt: none is kept.
  std::optional<std::string> cache = {};
};

class Project {
 public:
  // An error of the configuration is to be asked for afterwards.
  Project(Configuration& configuration, Selection selection, unsigned jobs, ProjectRun run = {});

  // Findings as the settings want them; problems; what is compiled.
  lint::Outcome Analyse();

  // After `Analyse`, for editors: see `Session`. false: the file was not selected.
  bool Replace(const std::string& shown, const std::optional<std::string>& text);
  lint::Outcome AnalyseFile(const std::string& shown);

  const Policy& PolicyOf(const std::string& shown);
  // The bytes of a file with findings.
  std::string RawBytes(const std::string& shown) const;
  const std::vector<SelectedFile>& files() const { return files_; }
  // The parsed form of a selected file; null where it could not be used.
  const names::ParsedFile* Parsed(const std::string& shown) const;

 private:
  struct Group {
    std::unique_ptr<Session> session;
  };

  void MakeGroups(Selection selection, unsigned jobs, const ProjectRun& run);
  bool IsOwn(std::size_t group, const std::string& shown) const;
  // `files`: those with comments that may suppress, with findings or without.
  void Suppress(std::size_t group, const std::vector<names::FileId>& files, lint::Outcome& outcome);
  void FitToCells(lint::Outcome& outcome) const;
  void Keep(std::size_t group, const std::vector<names::FileId>& files, lint::Outcome from,
            lint::Outcome& to);

  Configuration& configuration_;
  std::vector<SelectedFile> files_;
  std::vector<Group> groups_;
  std::map<std::string, std::shared_ptr<const notebook::Notebook>> notebooks_;  // by the shown path
  std::map<std::string, std::size_t> group_of_;                                 // by the shown path
  std::map<const settings::Stack*, std::unique_ptr<settings::RuleTable>> tables_;
  std::map<std::string, std::unique_ptr<Policy>> policies_;
};

}  // namespace graphmend::project
