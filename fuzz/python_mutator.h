// Changes to Python that keep its structure: statements and expressions take each other's places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphmend::fuzz {

// `text` with one to four such changes; the same for the same seed. Text that is no UTF-8 stays.
std::string MutatePython(std::string_view text, std::uint32_t seed);

}  // namespace graphmend::fuzz
