// Where something is, as a key that sorts by path and then by offset in it.
#pragma once

#include <string_view>
#include <tuple>

#include "diag/diagnostic.h"

namespace graphmend::lint {

// Valid as long as the file of `at`. What is nowhere sorts first.
inline auto PlaceOf(const diag::Location& at) {
  return std::tuple(at.file ? std::string_view(at.file->path()) : std::string_view(), at.span.begin,
                    at.span.end);
}

}  // namespace graphmend::lint
