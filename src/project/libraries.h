// Files that were not asked for: which package they are of, and in which release.
#pragma once

#include <string>

#include "lint/library_breaks.h"
#include "names/program.h"
#include "project/environment.h"

namespace graphmend::project {

// "transformers 5.6.2": the top-level package, with its release where it is installed; empty: the
// file was asked for, is a stub, or holds no Python.
std::string LibraryOf(const names::FileInfo& info, const Environment& environment);

// Of the files that are in the program by now; both outlive what comes out.
lint::FileKnowledge KnowledgeOf(const names::Program& program, const Environment& environment);

}  // namespace graphmend::project
