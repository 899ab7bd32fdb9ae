// What shells and man know of the command line, made from the description that parses it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graphmend::cli {

enum class Shell { Bash, Zsh, Fish };

// A script that completes commands, options and their values.
std::string CompletionScript(const CLI::App& app, Shell shell);

// graphmend(1), as roff.
std::string ManPage(const CLI::App& app);

}  // namespace graphmend::cli
