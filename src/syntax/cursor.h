// A walk over the children of a concrete syntax tree that sees only what carries meaning: comments
// go to the list of comments, line continuations are passed over, and places that tree-sitter
// could not parse are recorded as errors on the way.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "syntax/grammar.h"
#include "syntax/tree.h"

namespace graphmend::syntax {

class Cursor {
 public:
  // What to do with ERROR nodes, which are recorded in any case.
  enum class Errors { Skip, Visit };

  Cursor(TSNode root, std::string_view text, Tree& tree);
  ~Cursor();
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  Kind kind() const { return kind_; }
  Span span() const { return {ts_node_start_byte(node_), ts_node_end_byte(node_)}; }
  std::string_view text() const { return Text(span()); }
  std::string_view Text(Span span) const { return text_.substr(span.begin, span.size()); }

  // To the first meaningful child. False, without a move, if there is none.
  bool Down(Errors errors = Errors::Skip);
  // To the next meaningful sibling. False at the last one; the cursor may then stand on trivia.
  bool Next(Errors errors = Errors::Skip);
  // To the parent. `kind` and `span` hold only after `Reload` or the next `Next`.
  void Up() { ts_tree_cursor_goto_parent(&cursor_); }
  void Reload() { Load(); }

  // Gathers the comments and errors below the current node, which the caller will not visit.
  void CollectTrivia();
  // Records the current node, an ERROR, and gathers the comments in it.
  void RecordSkipped();
  // Records an error of the caller's own.
  void Report(Span span, std::string message);
  bool has_errors() const { return has_errors_; }

 private:
  void Load();
  bool SkipTrivia(Errors errors);
  void RecordMissing(TSNode node);
  void RecordError(TSNode node);
  std::uint32_t FindTrouble(TSNode error) const;

  const KindTable& kinds_;
  TSTreeCursor cursor_;
  TSNode node_;
  Kind kind_;
  std::string_view text_;
  Tree& tree_;
  bool has_errors_;
};

}  // namespace graphmend::syntax
