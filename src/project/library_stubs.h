// What the authors of installed libraries say of them, found in the environment:
//
//   pkg/graphmend.pyi      describes `pkg`; behind a line `# module: pkg.part`, that module. Each
//                          part has imports of its own;
//                          a directory of the user's stubs may hold such a file as well. Within a
//                          namespace package, each package may have one
//   pkg-graphmend-stubs/   a tree of .pyi files beside the package, as stub packages of PEP 561
//                          are; what it says holds against `graphmend.pyi`
//
// The first root of the environment that has one holds.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/outcome.h"
#include "project/environment.h"
#include "project/stub_files.h"

namespace graphmend::project {

struct LibraryStubs {
  std::string package;                  // what is described, a top-level package
  std::vector<StubFile> files;          // those that are to be merged first come first
  std::vector<lint::Problem> problems;  // what cannot be read, and what is wrong there
};

// `may_speak`: of which packages an environment may tell. What is in folders is listed; only stubs
// are read.
std::vector<LibraryStubs> FindLibraryStubs(const Environment& environment,
                                           const std::function<bool(std::string_view)>& may_speak);

// A part of a stub: which module it describes, and where that is said.
struct StubPart {
  std::string module;      // "pkg.part"; empty: none that the file may describe
  std::string relative;    // "pkg/part.pyi"
  std::uint32_t line = 1;  // of the file, where the part begins
  std::string text;
  bool names_only = false;  // speaks for the names in it; the library's source for the rest
};

// The parts of a `pkg/graphmend.pyi` or `company/pkg/graphmend.pyi`, whether an environment or the
// user has it; any other file is one part. `problems`: of headers that name another package.
std::vector<StubPart> PartsOf(const StubFile& file, std::vector<lint::Problem>& problems);

}  // namespace graphmend::project
