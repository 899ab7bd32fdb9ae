// What stubs say of modules, held against the source of these in the environment.
#pragma once

#include <string>
#include <vector>

#include "lint/outcome.h"
#include "names/program.h"
#include "project/stub_files.h"

namespace graphmend::project {

// Modules, functions, classes and methods that a stub describes and the library does not have. Of
// a module whose names source does not tell (star imports, a `__getattr__`), and of methods that
// may be inherited, nothing is said; nor where the source of the library is not in view.
// `program` must know of no stub but graphmend's own.
std::vector<lint::Problem> NamesNotThere(const StubFile& file, const names::Program& program);

// The text of a `graphmend.pyi` of a package: each public function and class with its public
// methods, as comments, since what is not described is better left to the source.
base::Result<std::string> SkeletonOf(const std::string& package, const names::Program& program);

}  // namespace graphmend::project
