// How many terminal cells a character takes: 0 for combining marks and the like, 2 for East Asian
// wide characters and emoji, else 1.
#pragma once

#include <cstddef>
#include <string_view>

namespace graphmend::report {

int DisplayWidth(char32_t c);
std::size_t DisplayWidth(std::string_view text);

}  // namespace graphmend::report
