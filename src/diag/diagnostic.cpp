#include "diag/diagnostic.h"

#include <tuple>

namespace graphmend::diag {

bool Before(const Diagnostic& a, const Diagnostic& b) {
  auto key = [](const Diagnostic& d) {
    return std::tie(d.location.file->path(), d.location.span.begin, d.location.span.end, d.code,
                    d.message);
  };
  return key(a) < key(b);
}

}  // namespace graphmend::diag
