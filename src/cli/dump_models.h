// `graphmend dump --stage=models`: where the imports of a file lead, and what the functions in it
// say as stubs: breaks, conditions, transfers.
#pragma once

#include <string>

#include "names/program.h"

namespace graphmend::cli {

std::string ModelsText(const names::Program& program, const names::ParsedFile& file);

}  // namespace graphmend::cli
