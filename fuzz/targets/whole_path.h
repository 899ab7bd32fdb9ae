// From one file to its fixes and reports, as `check --fix --unsafe-fixes` goes, without a disk.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "project/discover.h"
#include "project/fixing.h"

namespace graphmend::fuzz {

// A folder that is not there, and a file of it.
inline constexpr const char* kFolder = "/graphmend-fuzz/";
inline constexpr std::string_view kName = "model.py";

using Seen = std::function<void(const project::Project&, const lint::Outcome&)>;

// Fixes until nothing applies; `seen` is told of each analysis. Fails on a defect that graphmend
// itself reports: an internal error, fixes that do not settle, one that leaves what is no Python.
project::Fixing FixAll(project::SelectedFile file, const Seen& seen);

// Every report of it. `bytes`: those of the file.
void RenderAll(const lint::Outcome& outcome, const std::string& bytes);
// One of them, which the bytes choose; all, where `every_report` says so.
void RenderOne(const lint::Outcome& outcome, const std::string& bytes);
// What an editor is told of it, for each way to count columns.
void TellEditor(const lint::Outcome& outcome, const project::Project& project);

}  // namespace graphmend::fuzz
