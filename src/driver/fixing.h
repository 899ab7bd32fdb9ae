// Fixing a selection of files to the end: analyse, apply what applies, analyse the result, until
// nothing applies any more.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/session.h"
#include "fix/apply.h"

namespace graphmend::driver {

struct FixedFile {
  std::string path;    // on disk; empty for standard input
  std::string before;  // bytes
  std::string after;
};

struct Fixing {
  std::unique_ptr<Session> session;        // of the last round, which `outcome` speaks of
  lint::Outcome outcome;                   // what is left
  std::map<std::string, FixedFile> files;  // by shown path: those that changed
  std::vector<fix::AppliedFix> fixes;      // in the order in which they were applied
};

// Applies the fixes of the selected rules; writes nothing.
Fixing Fix(const Invocation& invocation, const std::vector<std::string>& paths,
           const std::vector<bool>& selected);

// Replaces the files that changed, each at once and whole; those that cannot be written become
// problems of the outcome.
void WriteFixed(Fixing& fixing);

// All changes as one unified diff, files in order.
std::string Diff(const Fixing& fixing);

}  // namespace graphmend::driver
