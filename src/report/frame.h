// The code frame: the lines of a place, numbered, with carets under what is meant.
//
//      |
//   42 |     if score > 0:
//      |        ^^^^^^^^^
//      |
#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "report/style.h"

namespace graphmend::report {

// Ends in a line end. `gutter` is the width of the line numbers; see `GutterWidth`.
std::string Frame(const diag::Location& location, std::size_t gutter, diag::Severity severity,
                  const Style& style);

std::size_t GutterWidth(const diag::Location& location);

// `text` on one line and fit for a terminal: tabs and line ends as spaces, no control characters.
std::string OneLine(std::string_view text);

}  // namespace graphmend::report
