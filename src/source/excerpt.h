// A piece of source on one line, as messages show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphmend::source {

// `text` with runs of white space and line continuations as one space, none inside of brackets; cut
// with an ellipsis, so that it has at most `limit` bytes.
std::string Excerpt(std::string_view text, std::size_t limit);

}  // namespace graphmend::source
