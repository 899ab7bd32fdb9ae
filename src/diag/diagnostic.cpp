#include "diag/diagnostic.h"

#include <algorithm>
#include <tuple>

namespace graphmend::diag {

bool Before(const Diagnostic& a, const Diagnostic& b) {
  auto key = [](const Diagnostic& d) {
    return std::tie(d.location.file->path(), d.location.span.begin, d.location.span.end, d.code,
                    d.message);
  };
  return key(a) < key(b);
}

std::string MessageAndCell(const Diagnostic& diagnostic) {
  const source::SourceFile& file = *diagnostic.location.file;
  const auto cell = file.InCell(file.LineOf(diagnostic.location.span.begin));
  if (!cell) return diagnostic.message;
  return diagnostic.message + " (cell " + std::to_string(cell->cell) + ", line " +
         std::to_string(cell->line) + ")";
}

std::vector<Edit> AllEdits(const Fix& fix) {
  std::vector<Edit> edits = fix.edits;
  edits.insert(edits.end(), fix.shared.begin(), fix.shared.end());
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.span.begin, a.span.end) < std::tie(b.span.begin, b.span.end);
  });
  return edits;
}

}  // namespace graphmend::diag
