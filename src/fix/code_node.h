// What code is made of, for the files that build and print it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fix/code.h"

namespace graphmend::fix {

Precedence PrecedenceOf(syntax::BinaryOp op);

struct Code::Piece {
  Piece(std::string text) : text(std::move(text)) {}  // NOLINT: a piece
  Piece(const char* text) : text(text) {}             // NOLINT
  Piece(Code code, Precedence least) : code(std::move(code)), least(least) {}

  // As it is printed.
  std::string Text() const {
    return code.empty() ? text : (code.precedence() < least ? code.Bracketed() : code).Text();
  }

  std::string text = {};  // where there is no code
  Code code = {};
  Precedence least = Precedence::Statement;  // what binds less tightly stands in brackets
};

struct Code::Node {
  // What is called, if anything, and with what, where it is a call, a tuple or a list whose parts
  // may stand on lines of their own; `pieces` holds all of it as well.
  struct Parts {
    Code callee;
    std::vector<Argument> args;
    std::string_view brackets = "()";
  };

  std::vector<Piece> pieces;
  Precedence precedence = Precedence::Primary;
  bool place = false;  // `pieces` is one text, the name
  bool calls = false;
  std::optional<Parts> call = {};
};

}  // namespace graphmend::fix
