// The front door of the syntax stage, and the only user of tree-sitter.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/symbol.h"
#include "source/source_file.h"
#include "syntax/tree.h"

namespace graphmend::syntax {

// What tree-sitter made of a text that is being typed in, so that of the next text only what
// differs is parsed. The tree that comes out is the same as without.
class Memory {
 public:
  Memory();
  ~Memory();

  struct State;
  std::unique_ptr<State> state;  // of the last text without errors, if any
};

// What was written in `file`. Never fails: what cannot be parsed becomes error nodes and entries
// of `Tree::errors` (at most 100). Nesting deeper than an internal limit becomes an error node too,
// so that no later stage can exhaust the stack: a path of the tree has about 3,000 nodes at most.
std::unique_ptr<Tree> Parse(const source::SourceFile& file, base::Interner& interner,
                            Memory* memory = nullptr);

// Whether tree-sitter finds nothing wrong, which costs less than `Parse`. What it objects to may
// still be Python that `Parse` knows to repair.
bool IsSound(std::string_view text);

// Runs tree-sitter alone and drops the result; the yardstick of the speed benchmark
// (`graphmend dump --stage=parse-only`). Returns the number of nodes.
std::size_t ParseOnly(const source::SourceFile& file);

// The tree as indented text, stable between runs; what `dump --stage=syntax` and cases show.
std::string Print(const Tree& tree, const source::SourceFile& file);

}  // namespace graphmend::syntax
