// The user's stubs: .pyi files below the directories that the setting `stubs` names, and what is
// wrong with them. Nothing of them is run.
#pragma once

#include <string>
#include <vector>

#include "lint/outcome.h"
#include "source/source_file.h"

namespace graphmend::project {

struct StubFile {
  std::string path;      // on disk
  std::string relative;  // below its directory: "torch/nn/__init__.pyi"
  source::SourceFile source;
};

struct StubFiles {
  std::vector<StubFile> files;          // of each directory in turn, sorted by path
  std::vector<lint::Problem> problems;  // what cannot be read
};

// A stub of more than 4 MiB is refused: one that large describes no library.
base::Result<source::SourceFile> LoadStub(const std::string& path);

// Links to directories are not followed; what is no regular file is a problem.
StubFiles ReadStubs(const std::vector<std::string>& directories);
// One file; or a folder of them, which may be a `pkg-graphmend-stubs`. A `graphmend.pyi` describes
// the package that its folder is called after.
StubFiles ReadStubsAt(const std::string& path);

// All that is wrong with the words of one stub, in the order of its lines. `is_sound`, where given:
// whether it can be parsed.
std::vector<lint::Problem> CheckStubFile(const source::SourceFile& file, bool* is_sound = nullptr);

}  // namespace graphmend::project
