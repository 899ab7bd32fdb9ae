// What the files of this folder share about reading and writing; not for other folders.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphmend::os {

// ".graphmend-0123456789abcdef.tmp": short, so that a file of any name can be written.
inline constexpr std::string_view kTemporaryStart = ".graphmend-", kTemporaryEnd = ".tmp";
inline constexpr std::size_t kTemporaryDigits = 16;

std::string TooLarge(std::size_t most);

}  // namespace graphmend::os
