// Numbers of errno as error codes.
#pragma once

#include <cerrno>
#include <system_error>

namespace graphmend::os {

inline std::error_code PosixError(int number) { return {number, std::generic_category()}; }

// What a system call has just left; the next one may set it.
inline std::error_code LastError() { return PosixError(errno); }

}  // namespace graphmend::os
