#include "syntax/cursor.h"

#include <limits>
#include <string>
#include <utility>

namespace graphmend::syntax {
namespace {

// A span's first line: an ERROR node may swallow the rest of the file, a message should not.
Span FirstLine(Span span, std::string_view text) {
  const std::size_t length = text.substr(span.begin, span.size()).find_first_of("\r\n");
  if (length < span.size()) span.end = span.begin + static_cast<std::uint32_t>(length);
  return span;
}

// "'(' was never closed", where the skipped text opens a bracket and does not close it.
std::string DescribeSkipped(std::string_view skipped) {
  if (skipped.empty()) return "invalid syntax";
  const char open = skipped.front();
  const char close = open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
  if (close != '\0' && skipped.find(close) == std::string_view::npos) {
    return std::string("'") + open + "' was never closed";
  }
  if (open == ')' || open == ']' || open == '}') return std::string("unmatched '") + open + "'";
  return "invalid syntax";
}

}  // namespace

Cursor::Cursor(TSNode root, std::string_view text, Tree& tree)
    : kinds_(KindTable::Get()),
      cursor_(ts_tree_cursor_new(root)),
      node_(root),
      kind_(kinds_[ts_node_symbol(root)]),
      text_(text),
      tree_(tree),
      has_errors_(ts_node_has_error(root)) {}

Cursor::~Cursor() { ts_tree_cursor_delete(&cursor_); }

void Cursor::Load() {
  node_ = ts_tree_cursor_current_node(&cursor_);
  kind_ = kinds_[ts_node_symbol(node_)];
}

bool Cursor::Down(Errors errors) {
  if (!ts_tree_cursor_goto_first_child(&cursor_)) return false;
  Load();
  if (SkipTrivia(errors)) return true;
  Up();
  Load();
  return false;
}

bool Cursor::Next(Errors errors) {
  if (!ts_tree_cursor_goto_next_sibling(&cursor_)) return false;
  Load();
  return SkipTrivia(errors);
}

bool Cursor::SkipTrivia(Errors errors) {
  while (true) {
    if (kind_ == Kind::Comment) {
      tree_.comments.push_back(span());
    } else if (kind_ == Kind::Error) {
      RecordSkipped();
      if (errors == Errors::Visit) return true;
    } else if (kind_ != Kind::LineContinuation) {
      if (has_errors_) RecordMissing(node_);
      return true;
    }
    if (!ts_tree_cursor_goto_next_sibling(&cursor_)) return false;
    Load();
  }
}

void Cursor::RecordSkipped() {
  RecordError(node_);
  CollectTrivia();
}

void Cursor::RecordMissing(TSNode node) {
  if (!ts_node_is_missing(node)) return;
  const bool name = kinds_[ts_node_symbol(node)] == Kind::Identifier;
  Report({ts_node_start_byte(node), ts_node_end_byte(node)},
         name ? "expected a name" : "expected '" + std::string(ts_node_type(node)) + "'");
}

// An ERROR node may begin with statements that are all right; the trouble comes after them.
std::uint32_t Cursor::FindTrouble(TSNode error) const {
  std::uint32_t begin = ts_node_start_byte(error);
  TSTreeCursor walk = ts_tree_cursor_new(error);
  if (ts_tree_cursor_goto_first_child(&walk)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&walk);
      const Kind kind = kinds_[ts_node_symbol(child)];
      begin = ts_node_start_byte(child);
      if (!IsTrivia(kind) && !IsStatement(kind)) break;
    } while (ts_tree_cursor_goto_next_sibling(&walk));
  }
  ts_tree_cursor_delete(&walk);
  return begin;
}

void Cursor::RecordError(TSNode node) {
  const Span span = {FindTrouble(node), ts_node_end_byte(node)};
  Report(FirstLine(span, text_), DescribeSkipped(Text(span)));
}

void Cursor::Report(Span span, std::string message) {
  tree_.errors.push_back({span, std::move(message)});
}

void Cursor::CollectTrivia() {
  TSTreeCursor walk = ts_tree_cursor_new(node_);
  int depth = 0;
  int error_depth = kind_ == Kind::Error ? 0 : std::numeric_limits<int>::max();
  while (true) {
    const TSNode node = ts_tree_cursor_current_node(&walk);
    const Kind kind = kinds_[ts_node_symbol(node)];
    if (depth <= error_depth) error_depth = std::numeric_limits<int>::max();
    if (depth == 0 && kind_ == Kind::Error) error_depth = 0;
    if (kind == Kind::Comment) {
      tree_.comments.push_back({ts_node_start_byte(node), ts_node_end_byte(node)});
    } else if (has_errors_ && depth > 0 && depth < error_depth) {
      // Errors within what was skipped anyway are not news.
      RecordMissing(node);
      if (kind == Kind::Error) {
        RecordError(node);
        error_depth = depth;
      }
    }
    if (ts_tree_cursor_goto_first_child(&walk)) {
      ++depth;
      continue;
    }
    while (depth > 0 && !ts_tree_cursor_goto_next_sibling(&walk)) {
      ts_tree_cursor_goto_parent(&walk);
      --depth;
    }
    if (depth == 0) break;
  }
  ts_tree_cursor_delete(&walk);
}

}  // namespace graphmend::syntax
