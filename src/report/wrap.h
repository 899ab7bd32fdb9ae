// Long lines, broken between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphmend::report {

// `text`, which is one line and may be coloured, in lines of at most `width` cells. `used` cells of
// the first line are taken already; the others begin with `indent` blanks. What stands in backticks
// stays on one line wherever it fits on one. A word that is longer than a line has a line of its
// own.
std::string Wrap(std::string_view text, std::size_t width, std::size_t used, std::size_t indent);

}  // namespace graphmend::report
