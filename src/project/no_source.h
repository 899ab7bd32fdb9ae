// What is told by a file's name, or by its first bytes, of files that hold no Python source.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace graphmend::project {

// "a wheel, not Python source", and what to do instead; nothing: it may well be Python, whatever it
// is called.
std::optional<base::Error> WhyNoSource(const std::string& path);

}  // namespace graphmend::project
