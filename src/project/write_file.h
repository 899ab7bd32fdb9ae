// Writing a file whole or not at all, and what to say where that fails.
#pragma once

#include <optional>
#include <string>
#include <system_error>

#include "base/result.h"

namespace graphmend::project {

// The file appears under its name only once it is complete.
std::optional<base::Error> WriteFile(const std::string& path, const std::string& text);

// `what` is a path or "standard output".
base::Error CannotWrite(const std::string& what, const std::error_code& error);

}  // namespace graphmend::project
