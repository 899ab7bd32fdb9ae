// Code that fixes build: brackets, what is read, and how it is printed.
#include <doctest/doctest.h>

#include "fix/code.h"

namespace graphmend::fix {
namespace {

using syntax::BinaryOp;

const Code x = Code::Place("x"), y = Code::Place("y"), torch = Code::Place("torch");
const Code sum = x.Binary(BinaryOp::Add, y);

TEST_CASE("brackets stand where something else would be meant without them") {
  CHECK(sum.Method("double").Text() == "(x + y).double()");
  CHECK(Code::Number(1).Attribute("real").Text() == "(1).real");
  CHECK(sum.Binary(BinaryOp::Mul, x).Text() == "(x + y) * x");
  CHECK(x.Binary(BinaryOp::Mul, sum).Text() == "x * (x + y)");
  CHECK(x.Binary(BinaryOp::Sub, sum).Text() == "x - (x + y)");
  CHECK(sum.Binary(BinaryOp::Sub, x).Text() == "x + y - x");
  CHECK(x.Binary(BinaryOp::Mul, y).Binary(BinaryOp::Add, x).Text() == "x * y + x");
  CHECK(x.Binary(BinaryOp::Pow, y).Binary(BinaryOp::Pow, x).Text() == "(x ** y) ** x");
  CHECK(sum.Binary(BinaryOp::BitAnd, x).Text() == "(x + y) & x");
  CHECK(x.Compared(">", sum).Inverted().Text() == "~(x > x + y)");
  CHECK(x.Compared(">", y).BitAnd(y.Inverted()).Text() == "(x > y) & ~y");
  CHECK(x.BitAnd(y).BitOr(x).Text() == "(x & y) | x");
  const Code either = x.If(y, sum);
  CHECK(either.Text() == "x if y else x + y");
  CHECK(either.If(either, either).Text() ==
        "(x if y else x + y) if (x if y else x + y) else (x if y else x + y)");
  CHECK(torch.Method("where", {either, Code::Tuple({x}), Code::Lambda({x, y}, sum)}).Text() ==
        "torch.where(x if y else x + y, (x,), lambda x, y: x + y)");
  CHECK(either.And(x.And(y)).Text() == "(x if y else x + y) and x and y");
  CHECK(either.AssignedTo(x).Text() == "x = x if y else x + y");
}

TEST_CASE("another code takes the place of a variable, not of what is spelled like a part of it") {
  const Code code = Code::Place("x.scale").Method("mul", {sum, {"x=", Code::Place("xs")}});
  CHECK(code.Text() == "x.scale.mul(x + y, x=xs)");
  CHECK(code.Reads("x"));
  CHECK(code.Reads("x.scale"));
  CHECK_FALSE(code.Reads("scale"));
  CHECK_FALSE(code.Reads("x.sc"));
  CHECK(code.With("x", sum).Text() == "(x + y).scale.mul(x + y + y, x=xs)");
  CHECK(code.With("x.scale", y).Text() == "y.mul(x + y, x=xs)");
  CHECK(code.With("scale", y) == code);
  CHECK_FALSE(sum.Calls());
  CHECK(sum.With("x", code).Calls());
}

TEST_CASE("a part is held where the very part was put") {
  const Code test = x.Compared(">", y), other = x.Compared(">", y);
  const Code code = torch.Method("where", {test, x, y}).AssignedTo(x);
  CHECK(code.Holds(test));
  CHECK_FALSE(code.Holds(other));
  CHECK(test == other);
  CHECK(code.With("y", sum).PlaceName() == "");
}

TEST_CASE("a statement that is long has its arguments on lines of their own") {
  const Code call = torch.Method("where", {x, sum, {"other=", Code::Tuple({x, y})}});
  CHECK(TextOf({call.AssignedTo(x)}, 0) == "x = torch.where(x, x + y, other=(x, y))\n");
  CHECK(TextOf({{call.AssignedTo(x), 1}}, 80) ==
        "    x = torch.where(\n        x,\n        x + y,\n        other=(x, y),\n    )\n");
  CHECK(TextOf({{x, 0}, {y, 2}}, 0) == "x\n        y\n");
  const Code returned = Code::Sequence({Code::Verbatim("return "), Code::Tuple({call, x})});
  CHECK(TextOf({returned}, 70) ==
        "return (\n    torch.where(x, x + y, other=(x, y)),\n    x,\n)\n");
  // Nothing of it may stand on another line.
  CHECK(TextOf({sum.AssignedTo(x)}, 98) == "x = x + y\n");
  CHECK(TextOf({x.Method("clone").AssignedTo(x)}, 98) == "x = x.clone()\n");
}

}  // namespace
}  // namespace graphmend::fix
