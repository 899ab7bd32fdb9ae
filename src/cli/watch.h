// `--watch`: checks again whenever a file that was looked at, or that would be, changes.
#pragma once

#include <functional>

#include "cli/invocation.h"

namespace graphmend::cli {

// Runs `check` at once and after each change, until the program is ended.
[[noreturn]] void Watch(const Invocation& invocation, const std::function<int()>& check);

}  // namespace graphmend::cli
