// Breaks in files that were not asked for, mostly of installed packages, reported at the user's
// last call before the library: GM306, one finding for each call and library.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/observation.h"
#include "infer/options.h"

namespace graphmend::lint {

enum class LibraryBreaks : std::uint8_t { Call, Place, Off };

// What is known of files, by the path that is shown of them.
struct FileKnowledge {
  std::function<bool(const source::SourceFile&)> is_asked_for;
  // "transformers 5.6.2"
  std::function<std::string(const source::SourceFile&)> library_of;
  // What is around a place of a file that was asked for: the header of its statement, and the
  // qualified name of its function.
  struct Around {
    source::Span statement;
    std::string function;
  };
  std::function<Around(const diag::Location&)> around;
};

// Where an observation is reported: its own place where its file was asked for, else the last call
// on the way to it that stands in such a file; no file: there is none.
diag::Location ReportedAt(const infer::Observation& observation, const FileKnowledge& files);

// The findings of observations in files that were not asked for; of those without a place where
// they are reported, none.
std::vector<diag::Diagnostic> CheckLibraries(std::vector<infer::Observation> observations,
                                             LibraryBreaks how, const FileKnowledge& files,
                                             infer::Release target);

// Words a finding anew from the breaks that it is left with.
void WordLibraryBreaks(diag::Diagnostic& finding);

}  // namespace graphmend::lint
