#include "syntax/indentation.h"

#include <vector>

#include "syntax/grammar.h"

namespace graphmend::syntax {
namespace {

// How far a line is indented, with tabs of eight and of one: Python wants both to agree.
struct Indent {
  int wide = 0, narrow = 0;
  friend bool operator==(Indent, Indent) = default;
};

// A block, and how far its lines are indented once the first of them was seen.
struct Block {
  int depth;
  std::optional<Indent> indent;
};

bool EndsLine(char c) { return c == '\n' || c == '\r'; }

// Of the statement at `at`; nothing where it is not the first on its line.
std::optional<Indent> IndentAt(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 &&
         (text[begin - 1] == ' ' || text[begin - 1] == '\t' || text[begin - 1] == '\f'))
    --begin;
  if (begin > 0 && !EndsLine(text[begin - 1])) return std::nullopt;
  std::size_t end = begin;
  while (end > 0 && EndsLine(text[end - 1])) --end;
  if (end > 0 && end < begin && text[end - 1] == '\\') return std::nullopt;  // goes on a line
  Indent indent;
  for (const char c : text.substr(begin, at - begin)) {
    if (c == '\f') indent = {};
    else if (c == '\t') indent = {(indent.wide / 8 + 1) * 8, indent.narrow + 1};
    else indent = {indent.wide + 1, indent.narrow + 1};
  }
  return indent;
}

constexpr const char* kNoBlock = "expected an indented block";

class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  std::optional<SyntaxError> Check(TSNode module) {
    TSTreeCursor walk = ts_tree_cursor_new(module);
    blocks_.push_back({0, Indent{}});
    std::optional<SyntaxError> error;
    for (int depth = 0; !error;) {
      const bool enters = depth == 0 || Enter(ts_tree_cursor_current_node(&walk), depth, error);
      if (enters && ts_tree_cursor_goto_first_child(&walk)) {
        ++depth;
        continue;
      }
      while (depth > 0 && !ts_tree_cursor_goto_next_sibling(&walk)) {
        ts_tree_cursor_goto_parent(&walk);
        --depth;
      }
      if (depth == 0) break;
      while (blocks_.back().depth >= depth) blocks_.pop_back();
    }
    ts_tree_cursor_delete(&walk);
    return error;
  }

 private:
  // Whether there may be lines of blocks within the node.
  bool Enter(TSNode node, int depth, std::optional<SyntaxError>& error) {
    const Kind kind = kinds_[ts_node_symbol(node)];
    if (kind == Kind::Block) {
      blocks_.push_back({depth, std::nullopt});
      if (!HasStatement(node)) {
        const std::uint32_t begin = ts_node_start_byte(node);
        error = SyntaxError{{begin, LineEnd(begin)}, kNoBlock};
      }
      return true;
    }
    const bool is_line =
        kind != Kind::WithClause && (IsStatement(kind) || kind == Kind::MatchStatement ||
                                     kind == Kind::CaseClause || kind == Kind::Decorator);
    if (!is_line) return false;
    const std::uint32_t begin = ts_node_start_byte(node);
    if (const std::optional<Indent> indent = IndentAt(text_, begin))
      if (const char* what = Misfit(*indent)) error = SyntaxError{{begin, LineEnd(begin)}, what};
    return kind >= Kind::IfStatement && kind != Kind::Decorator;
  }

  bool HasStatement(TSNode block) const {
    TSTreeCursor walk = ts_tree_cursor_new(block);
    bool found = false;
    for (bool more = ts_tree_cursor_goto_first_child(&walk); more && !found;
         more = ts_tree_cursor_goto_next_sibling(&walk)) {
      const Kind kind = kinds_[ts_node_symbol(ts_tree_cursor_current_node(&walk))];
      found = IsStatement(kind) || kind == Kind::MatchStatement || kind == Kind::CaseClause;
    }
    ts_tree_cursor_delete(&walk);
    return found;
  }

  const char* Misfit(Indent indent) {
    constexpr const char* kTwoWays = "inconsistent use of tabs and spaces in indentation";
    Block& block = blocks_.back();
    if (!block.indent) {
      const Indent outer = Outer();
      if (indent.wide <= outer.wide) return kNoBlock;
      if (indent.narrow <= outer.narrow) return kTwoWays;
      block.indent = indent;
      return nullptr;
    }
    if (indent == *block.indent) return nullptr;
    if (indent.wide == block.indent->wide) return kTwoWays;
    return indent.wide > block.indent->wide ? "unexpected indent"
                                            : "unindent does not match any outer indentation level";
  }

  // Of the nearest block around the last one whose lines are known.
  Indent Outer() const {
    for (std::size_t i = blocks_.size() - 1; i-- > 0;)
      if (blocks_[i].indent) return *blocks_[i].indent;
    return {};
  }

  std::uint32_t LineEnd(std::size_t at) const {
    while (at < text_.size() && !EndsLine(text_[at])) ++at;
    return static_cast<std::uint32_t>(at);
  }

  const KindTable& kinds_ = KindTable::Get();
  std::string_view text_;
  std::vector<Block> blocks_;
};

}  // namespace

std::optional<SyntaxError> FindBadIndentation(TSNode module, std::string_view text) {
  return Checker(text).Check(module);
}

bool IsParted(std::string_view text, std::uint32_t end, std::uint32_t begin) {
  for (std::uint32_t at = end; at < begin; ++at) {
    const bool continued = at > 0 && text[at - 1] == '\\';
    // A comment goes to the end of its line, whatever it ends with.
    if (text[at] == ';' || text[at] == '#' || (!continued && EndsLine(text[at]))) return true;
  }
  // What ends with its block ends with the end of the line.
  return end > 0 && end <= text.size() && EndsLine(text[end - 1]);
}

}  // namespace graphmend::syntax
