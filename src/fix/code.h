// Python code to be written, as a tree that is printed at the end: parts of the source, and what is
// built around them. It knows how tightly it binds, so that brackets stand where they are needed,
// and which variables it reads, so that another value can be put in the place of one.
//
//   Code x = Code::Of(finding, expr);                     x + 1
//   torch.Method("where", {test, x, Code::Place("y")})    torch.where(test, x + 1, y)
//   x.Method("double")                                    (x + 1).double()
//   x.With("x", Code::Place("x_new"))                     x_new + 1
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// How tightly code binds, the loosest first; see "Operator precedence" in Python's reference.
enum class Precedence : std::uint8_t {
  Statement,  // no expression, or a tuple, generator or `*x` without brackets
  Lambda,     // `yield` and `:=` as well
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,  // `-x`, `~x`
  Power,
  Await,
  Number,  // `1`, behind which no attribute may stand
  Primary,
};

class Code;
// By what the source writes (`x`, `self.scale`, `len(x)`): what to write in its place.
using Naming = std::map<std::string, Code, std::less<>>;

struct Wraps;

class Code {
 public:
  struct Argument;

  // Nothing.
  Code() = default;
  // A variable, or an attribute of one: `x`, `self.scale`.
  static Code Place(std::string name);
  static Code Number(int value);
  // Text in which no variable is known: a part of a statement, a literal.
  static Code Verbatim(std::string text, Precedence precedence = Precedence::Statement);
  // A part of the source, on one line and without its comments. Variables that a comprehension or
  // a lambda in it binds are its own.
  static Code Of(const Finding& finding, syntax::ExprId expr, const Naming& names = {},
                 const Wraps* wraps = nullptr);

  // ---- what is built of it ----
  Code Attribute(std::string_view name) const;
  Code Call(std::vector<Argument> args) const;
  Code Method(std::string_view name) const;
  Code Method(std::string_view name, std::vector<Argument> args) const;
  // `~x`
  Code Inverted() const;
  // `a * b + c` without brackets; beside other operators around each side that is no operand.
  Code Binary(syntax::BinaryOp op, const Code& right) const;
  Code Compared(std::string_view op, const Code& right) const;
  // `a & b`, `a | b` of tests; `~x` needs no brackets beside them.
  Code BitAnd(const Code& right) const;
  Code BitOr(const Code& right) const;
  // `a and b`
  Code And(const Code& right) const;
  // `this if test else other`
  Code If(const Code& test, const Code& other) const;
  // `target = this`, for this as the value.
  Code AssignedTo(const Code& target) const;
  // In brackets, where it is more than a name, a literal, a call, an attribute or an item.
  Code Operand() const;
  Code Bracketed() const;
  // Pieces behind one another as they are.
  static Code Sequence(const std::vector<Code>& pieces,
                       Precedence precedence = Precedence::Statement);
  // `a, b`, and `a,` of one.
  static Code Tuple(const std::vector<Code>& items);
  // `[a, b]`
  static Code List(const std::vector<Code>& items);
  // `lambda a, b: body`
  static Code Lambda(const std::vector<Code>& params, const Code& body);

  // This code with another one in each place where it reads the variable.
  Code With(std::string_view name, const Code& other) const;

  // ---- what is known of it ----
  bool empty() const { return node_ == nullptr; }
  Precedence precedence() const;
  bool IsOperand() const { return precedence() >= Precedence::Number; }
  // The name, where it is a place; else "".
  std::string_view PlaceName() const;
  // Whether it reads the variable, or an attribute of it.
  bool Reads(std::string_view name) const;
  // Whether it calls something, so that writing it twice does it twice.
  bool Calls() const;
  // Whether the other one is a part of it, the very one that was put there.
  bool Holds(const Code& part) const;

  // ---- printing ----
  std::string Text() const;
  // Over several lines where it ends in a call or is a tuple and would be long behind `indentation`
  // columns.
  std::string Spread(std::size_t indentation) const;

  // Whether both are written alike.
  bool operator==(const Code& other) const;

 private:
  struct Node;
  // Text, or code in brackets where it binds less tightly than that.
  struct Piece;
  class Reader;

  // Items with commas between `open` and `close`, which may stand on lines of their own in
  // brackets.
  static Code Items(const std::vector<Code>& items, std::string_view open, std::string_view close,
                    Precedence precedence, std::string_view brackets);
  explicit Code(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  static Code Made(std::vector<Piece> pieces, Precedence precedence);
  static Code Between(const Code& left, std::string_view text, const Code& right, Precedence least,
                      Precedence precedence);
  void Print(std::string& out) const;
  std::string SpreadBehind(std::string before) const;

  std::shared_ptr<const Node> node_;
};

// `value`, `name=value`, `*value`
struct Code::Argument {
  Argument(Code value) : value(std::move(value)) {}  // NOLINT: a value is an argument
  Argument(std::string_view before, Code value) : before(before), value(std::move(value)) {}

  std::string before = {};  // "name=", "*"
  Code value;
};

// Parts of an expression that take another value under a condition: of each, by its index, the
// other value, and the code of both.
struct Wraps {
  std::map<std::uint32_t, Code> others;
  std::function<Code(const Code& part, const Code& other)> with;
};

// Whether the expression reads the variable, or an attribute of it.
bool Reads(const Finding& finding, syntax::ExprId expr, std::string_view name);

// A statement to be written, `level` blocks of four columns further in than the first.
struct Line {
  Line(Code code, std::size_t level = 0) : code(std::move(code)), level(level) {}  // NOLINT

  Code code;
  std::size_t level = 0;
};

// The lines as they stand behind `indentation` columns, each with its end.
std::string TextOf(const std::vector<Line>& lines, std::size_t indentation);

}  // namespace graphmend::fix
