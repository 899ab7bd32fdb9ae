// Paths as SARIF wants them: relative to the working directory where they are below it, "file://"
// and absolute elsewhere, percent-encoded.
#pragma once

#include <string>
#include <string_view>

namespace graphmend::sarif {

std::string UriOf(std::string_view path);

}  // namespace graphmend::sarif
