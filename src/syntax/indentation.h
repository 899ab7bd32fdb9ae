// Indentation that Python refuses and tree-sitter takes: a line that fits no block around it, or
// one whose blanks and tabs can be read in two ways. For the files of this folder.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string_view>

#include "syntax/tree.h"

namespace graphmend::syntax {

// The first such line. `text` is what was parsed, without an error.
std::optional<SyntaxError> FindBadIndentation(TSNode module, std::string_view text);

// Whether a `;` or the end of a line is between two statements.
bool IsParted(std::string_view text, std::uint32_t end, std::uint32_t begin);

}  // namespace graphmend::syntax
