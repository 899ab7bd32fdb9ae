// What a finding is known by when the code around it moves: its file, rule, function and the text
// of its line, and which of those that agree in all this it is. The baseline and GitLab's report
// rely on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace graphmend::lint {

struct Identity {
  // `line` without blanks at its ends, inner ones single; of a very long one the beginning.
  std::string path, code, function, line;
  friend auto operator<=>(const Identity&, const Identity&) = default;
};

Identity IdentityOf(const diag::Diagnostic& finding);

// A hash of each, 32 hexadecimal digits, different for any two findings of a run.
std::vector<std::string> Identities(const std::vector<diag::Diagnostic>& findings);

}  // namespace graphmend::lint
