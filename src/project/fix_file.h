// Fixing one file of a project that is at hand, as an editor asks for it: nothing is written.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "diag/diagnostic.h"
#include "project/project.h"

namespace graphmend::project {

// `text`, which is that of the file in the project now, after all safe fixes of those findings that
// `wanted` takes, and of what they bring to light, until nothing applies any more; nothing where
// that does not come to an end, would not parse or was stopped. The project has `text` again
// afterwards.
using WantedFinding = std::function<bool(const diag::Diagnostic&)>;
std::optional<std::string> FixFile(Project& project, const std::string& shown,
                                   const std::string& text, const WantedFinding& wanted,
                                   const Project::Stop& stop = {});

}  // namespace graphmend::project
