#include "sarif/uri.h"

#include "base/path.h"
#include "base/uri.h"

namespace graphmend::sarif {

std::string UriOf(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return base::IsAbsolute(path) ? base::FileUri(path) : base::EscapedPath(path);
}

}  // namespace graphmend::sarif
