// An outcome as the language server sends it: by file, positions as the editor counts them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lint/outcome.h"
#include "project/project.h"
#include "server/host.h"

namespace graphmend::cli {

// By absolute path, or the name of an unsaved document; files without anything are left out.
// `project`: what the outcome is of.
std::map<std::string, server::FileFacts> FactsOf(const lint::Outcome& outcome,
                                                 const project::Project& project,
                                                 source::ColumnUnit unit);

// A numbered list in Markdown, with a label above it; empty where there are none.
std::string Steps(std::string_view label, const std::vector<diag::Step>& steps);

// What `shown` is called by editors.
std::string EditorPath(const std::string& shown);

}  // namespace graphmend::cli
