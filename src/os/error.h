// What an error code says.
#pragma once

#include <string>
#include <system_error>

namespace graphmend::os {

// In the words of the C library, which are nearly the same on all systems and in all languages.
inline std::string Why(const std::error_code& error) {
  return error.default_error_condition().message();
}

}  // namespace graphmend::os
