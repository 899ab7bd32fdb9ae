// What is said of words on the command line that nothing takes.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace CLI {
class App;
}

namespace graphmend::cli {

// "unknown option `--selct`", with the one that was meant.
base::Error UnknownArgument(const CLI::App& app, const std::string& argument);

// The first word that nothing takes.
std::optional<std::string> LeftOver(const CLI::App& app);

}  // namespace graphmend::cli
