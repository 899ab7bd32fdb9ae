// Paths as URIs write them (RFC 8089).
#pragma once

#include <string>
#include <string_view>

namespace graphmend::base {

// "a b.py" to "a%20b.py".
std::string EscapedPath(std::string_view path);

// "/a b.py" to "file:///a%20b.py", "C:/a.py" to "file:///C:/a.py". The path is absolute.
std::string FileUri(std::string_view path);

}  // namespace graphmend::base
