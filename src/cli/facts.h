// An outcome as the language server sends it: by file, positions as the editor counts them.
#pragma once

#include <map>
#include <string>

#include "lint/outcome.h"
#include "server/host.h"

namespace graphmend::cli {

// By absolute path, or the name of an unsaved document; files without anything are left out.
std::map<std::string, server::FileFacts> FactsOf(const lint::Outcome& outcome,
                                                 source::ColumnUnit unit);

// What `shown` is called by editors.
std::string EditorPath(const std::string& shown);

}  // namespace graphmend::cli
