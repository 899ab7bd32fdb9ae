// `Kind`: the nodes and tokens of tree-sitter-python (grammar.def) as one dense enumeration, so
// that the lowering switches on an integer and never compares names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graphmend::syntax {

enum class Kind : std::uint8_t {
#define GM_NODE(Kind, name) Kind,
#define GM_TOKEN(Kind, text) Kind,
#include "syntax/grammar.def"
  OtherNode,   // a named node without a meaning of its own, e.g. `string_start`
  OtherToken,  // an anonymous token that decides nothing, e.g. `def`
  Error,       // tree-sitter skipped this
};

// For trivia, which may stand between any two children.
constexpr bool IsTrivia(Kind kind) {
  return kind == Kind::Comment || kind == Kind::LineContinuation;
}

// Named nodes come first in grammar.def, then the tokens.
constexpr bool IsToken(Kind kind) {
  return kind >= Kind::OpenParen && kind != Kind::OtherNode && kind != Kind::Error;
}

// Whole statements, which the grammar lists from `expression_statement` on; clauses like `else`
// and `except` are among them in grammar.def and do not matter to the one user of this.
constexpr bool IsStatement(Kind kind) {
  return kind >= Kind::ExpressionStatement && kind <= Kind::DecoratedDefinition;
}

// The kind of each tree-sitter symbol (`TSSymbol`), made once from the language.
class KindTable {
 public:
  static const KindTable& Get();
  Kind operator[](std::uint16_t symbol) const {
    return symbol < kSize ? kinds_[symbol] : Kind::Error;  // the error symbol is 65535
  }

 private:
  KindTable();
  static constexpr std::size_t kSize = 512;
  std::array<Kind, kSize> kinds_;
};

}  // namespace graphmend::syntax
