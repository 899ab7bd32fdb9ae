// Valid Python that tree-sitter-python cannot parse, rewritten without moving an offset:
//
//   - a line within brackets that is indented less than the block (`(\n  a.\nb)`): its newline, and
//     comments before it, become spaces;
//   - a line of comment between a decorator and what it decorates, which may be indented less: it
//     becomes spaces;
//   - a starred display outside brackets (`return *[a], b`): the star becomes `~`, which the
//     lowering reads back from the original text.
//
// Tried only on a file whose first parse found errors, and taken where it leaves fewer; costs sound
// files nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace graphmend::syntax {

struct Repaired {
  std::string text;                    // as long as the original
  std::vector<source::Span> comments;  // those that became spaces
  bool changed = false;
};

Repaired Repair(std::string_view text);

// Of many lines of comment one after another, tree-sitter-python reads the rest anew at each: they
// become spaces, before the first parse. Nothing changes where there are but a few.
Repaired BlankLongComments(std::string_view text);

}  // namespace graphmend::syntax
