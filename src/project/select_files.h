// The files that the operands of a command line name, and what stands for them on standard input.
#pragma once

#include <string>
#include <vector>

#include "project/configuration.h"
#include "project/discover.h"

namespace graphmend::project {

// A path "-" is standard input, read now, as if it were the file `input_name`; "<stdin>" where that
// is empty.
Selection SelectFiles(const std::vector<std::string>& paths, const std::string& input_name,
                      Configuration& configuration);

}  // namespace graphmend::project
