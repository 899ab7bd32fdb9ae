// Fixing a selection of files to the end: analyse, apply what applies, analyse what changed and
// what that reaches, until nothing applies any more.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fix/apply.h"
#include "project/fix_lines.h"
#include "project/project.h"

namespace graphmend::project {

struct FixedFile {
  std::string path;    // on disk; as shown for standard input
  std::string before;  // bytes
  std::string after;
  bool on_disk = true;
};

struct Fixing {
  std::unique_ptr<Project> project;        // as of the last round, which `outcome` speaks of
  lint::Outcome outcome;                   // what is left
  std::map<std::string, FixedFile> files;  // by shown path: those that changed
  std::vector<fix::AppliedFix> fixes;      // in the order in which they were applied
  std::string input;                       // standard input with its fixes
};

// Applies fixes of findings that are reported. `narrow` leaves out of an outcome what is not (a
// baseline, lines that did not change); false ends the fixing with this round, since it speaks of
// lines that are then others. A file with a syntax error, one whose fixes do not settle and one
// that cannot be written stay as they are: nothing in them is among what was fixed, and the outcome
// speaks of what is there.
using Narrow = std::function<bool(Project&, lint::Outcome&)>;
// Fixes that bring others to light for longer than this do not settle: as many rounds as read
// 400,000 characters, 150 at most, as a chain of conditions takes them, and 8 at least. Of 9,000
// files of libraries none takes more than 6.
inline int MostRounds(std::size_t characters) {
  constexpr std::size_t kMostRead = 400'000;
  return static_cast<int>(std::clamp<std::size_t>(kMostRead / (characters + 1), 8, 150));
}
struct FixOptions {
  diag::Applicability least = diag::Applicability::Safe;
  unsigned jobs = 0;    // 0: one for each processor
  bool write = false;   // replace the files that changed, each at once and whole
  FixLines lines = {};  // which may be fixed
  // For those who fix more than once; null: the rounds share theirs.
  std::shared_ptr<names::SharedStubs> shared_stubs = {};
};
Fixing Fix(const FixOptions& options, Configuration& configuration, Selection selection,
           const Narrow& narrow);

// All changes as one unified diff, files in order.
std::string Diff(const Fixing& fixing);

}  // namespace graphmend::project
