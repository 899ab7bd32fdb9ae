// Which lines fixes may touch (--fix-lines): those that a measurement ran, as `graphmend validate`
// asks for. Lines are those of the files before any fix; over the rounds of fixing each line of the
// text is known by the line that it comes from.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "diag/diagnostic.h"
#include "fix/apply.h"

namespace graphmend::project {

class FixLines {
 public:
  // Reads "PATH:LINE" or "PATH:FIRST-LAST" on each line of the text; the error names the line that
  // says something else.
  static base::Result<FixLines> Parse(std::string_view text);

  // Whether no lines were given, so that all are fixed.
  bool IsWhole() const { return whole_; }

  // Takes the fixes away that are for other lines: those of findings elsewhere, and those with an
  // edit elsewhere, insertions apart. `on_disk` gives the path of a file by how it is shown.
  void Narrow(std::vector<diag::Diagnostic>& diagnostics,
              const std::map<std::string, std::string>& on_disk) const;

  // Follows the lines through the edits that a round made in the texts of the diagnostics.
  void Follow(const std::vector<diag::Diagnostic>& diagnostics, const fix::Applied& applied);

 private:
  std::uint32_t OriginOf(const std::string& shown, std::uint32_t line) const;

  bool whole_ = true;
  std::map<std::string, std::set<std::uint32_t>> lines_;           // by path on disk
  std::map<std::string, std::vector<std::uint32_t>> origins_;      // by shown path; of line i + 1
};

}  // namespace graphmend::project
