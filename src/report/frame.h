// The code frame: the lines of a place, numbered, with carets under what is meant and a label
// behind them, or below them where it does not fit.
//
//      |
//   42 |     if score > 0:
//      |        ^^^^^^^^^ needs a Python bool, but this is a tensor
//      |
#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "report/style.h"

namespace graphmend::report {

// Ends in a line end. `gutter` is the width of the line numbers; see `GutterWidth`.
std::string Frame(const diag::Location& location, std::string_view label, std::size_t gutter,
                  diag::Severity severity, const Style& style);

// The line on which the place begins, without its indentation, cut to at most `cells`.
std::string LineOf(const diag::Location& location, std::size_t cells);

std::size_t GutterWidth(const diag::Location& location);

}  // namespace graphmend::report
