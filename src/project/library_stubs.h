// What the authors of installed libraries say of them, found in the environment:
//
//   pkg/graphmend.pyi      describes `pkg`; behind a line `# module: pkg.part`, that module. Each
//                          part has imports of its own
//   pkg-graphmend-stubs/   a tree of .pyi files beside the package, as stub packages of PEP 561
//                          are; what it says holds against `graphmend.pyi`
//
// The first root of the environment that has one holds.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
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

// The parts of a `graphmend.pyi` of `package`: where each belongs, and its text.
// `problems`: of headers that name another package.
std::vector<std::pair<std::string, std::string>> PartsOf(const StubFile& file,
                                                         const std::string& package,
                                                         std::vector<lint::Problem>& problems);

}  // namespace graphmend::project
