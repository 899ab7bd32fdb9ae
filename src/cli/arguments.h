// The words of the command line, with `@FILE` replaced by what the file holds: a word a line. Empty
// lines are passed over. What begins with @ and is meant as it is can be written ./@name.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace graphmend::cli {

// Without the name of the program. Files do not refer to others.
base::Result<std::vector<std::string>> Arguments(int argc, const char* const* argv);

}  // namespace graphmend::cli
