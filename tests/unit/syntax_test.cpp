// The syntax stage: what is parsed into which nodes, spans, errors and limits.
// long because each construct of the language has its case.
#include "syntax/parse.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace graphmend::syntax {
namespace {

struct Parsed {
  explicit Parsed(std::string text)
      : file("test.py", std::move(text)), tree(Parse(file, interner)) {}

  // The printed tree without its first line, and without positions.
  std::string Shape() const {
    std::string out;
    std::string_view printed = dump_;
    printed.remove_prefix(printed.find('\n') + 1);
    while (!printed.empty()) {
      const std::string_view line = printed.substr(0, printed.find('\n'));
      printed.remove_prefix(line.size() + 1);
      out += line.substr(0, line.rfind(" @"));
      out += '\n';
    }
    return out;
  }
  const std::string& Dump() const { return dump_; }
  std::string FirstError() const {
    return tree->errors.empty() ? std::string() : tree->errors.front().message;
  }
  std::string_view Text(Span span) const { return file.Text(span); }

  base::Interner interner;
  source::SourceFile file;
  std::unique_ptr<Tree> tree;

 private:
  std::string dump_ = Print(*tree, file);
};

// The shape of one expression, which must parse cleanly.
std::string ShapeOf(const std::string& expression) {
  const Parsed parsed(expression + "\n");
  CHECK_MESSAGE(parsed.tree->errors.empty(), expression << ": " << parsed.FirstError());
  const std::string shape = parsed.Shape();
  const std::string prefix = "  ExprStmt\n";
  REQUIRE_MESSAGE(shape.starts_with(prefix), shape);
  return shape.substr(prefix.size());
}

bool SameShape(const std::string& a, const std::string& b) { return ShapeOf(a) == ShapeOf(b); }

// Every construct of Python 3.12 and each alternative of nodes.def but the two error nodes.
constexpr std::string_view kEverything = R"PY(# comment
from __future__ import annotations
import a.b, c as d
from . import e
from ..f.g import h as i, j
from k import (l, m,)
from n import *
type Alias[T: int, *Ts, **P] = list[T]
@decorator(1)
@other.one
class C[T](Base, metaclass=M, *args, **kwargs):
    "doc"
    x: int
    y: List[str] | None | int = field()
    class Inner: pass
    def method(self): return super().method()
async def f[T](a, b: int, /, c=1, *args: T, d, e: str = "x", **kw) -> Dict[str, T]:
    global g1, g2
    async with a as b, c: pass
    async for x, *y in z: await x
    else: pass
    return [i async for i in z if await i]
def gen():
    def inner():
        nonlocal v
    x = yield
    y = yield x, 1
    yield from z
    return
if a: pass
elif b: pass
elif c: pass
else: pass
while (n := next(it)) is not None:
    break
else:
    continue
for k in 1, 2: pass
try: pass
except A: pass
except (B, C) as e: raise
else: pass
finally: pass
try: raise X from y
except* G as eg: raise Z
with open(p) as f, (yield1): pass
with (a as b, c as (d, e),): pass
with (a as b): pass
with a if b else c as d: pass
match a, b:
    case 1 | -2 | 3.5 | -1 + 2j: pass
    case "s" "t" | b"u" | None | True | False: pass
    case x if x > 0: pass
    case [a, *_, (b)] | (a, *r, b): pass
    case {"k": v, -1: w, a.b: u, **rest}: pass
    case Point(x, y=0, z=-1) as p: pass
    case a.b.c: pass
    case d, *e: pass
    case _: pass
x = y = z, = 1, 2
(x) = [a, b] = (c, *d) = value
x.y[0], z[1:2, ::3, ...] = 1
x += 1; x -= 1; x *= 1; x /= 1; x //= 1; x %= 1; x **= 1; x @= 1
x &= 1; x |= 1; x ^= 1; x <<= 1; x >>= 1
del x, y[0], (z, w)
assert x, "message"
assert y
print(a, *b, c=d, **e)
print(i for i in j)
a + b - c * d / e // f % g @ h ** i << j >> k & l | m ^ n
not a and b or ~c < -d <= +e != f == g > h >= i is j is not k in l not in m
lambda: 0
lambda a, *b, c=1, **d: (a, b)
a if b else c
[1, 2, *x], {1, *y}, {1: 2, **z}, (), (1,), []
{a for a in b}, {a: b for a, b in c if d if e for f in g}, (a for a in b)
0x_ff, 0o17, 0b1, 1_000, 99999999999999999999, 1.5, 1e3, .5, 2j, ...
"a" 'b' """c""", r"\d", b"\x00" b"y", u"z"
f"a{b}c{d!r:>{w}.2f}{e=}{{}}" "tail", rf"\{x}", t"a{b}"
x[a, b], x[a:], x[*y], x[(a, b)]
)PY";

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ' || c == '\n') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

TEST_CASE("many lines of comment are read once, and stay comments") {
  std::string lines;
  for (int i = 0; i < 20000; ++i) lines += "    # a line é\n\n";
  const Parsed parsed("def f(x):\n" + lines + "    x = 1\n  # less\n" + lines + "    return x\n");
  CHECK(parsed.tree->errors.empty());
  CHECK(parsed.tree->comments.size() == 40001);
  CHECK(parsed.Text(parsed.tree->comments[1]) == "# a line é");
  REQUIRE(parsed.tree->functions.size() == 1);
  CHECK(parsed.tree->functions[FunctionId(0)].body.size() == 2);
  CHECK(IsSound(parsed.file.text()));
  // What only looks like them is a text.
  std::string text = "x = \"\"\"\n";
  for (int i = 0; i < 300; ++i) text += "# no comment\n";
  const Parsed literal(text + "\"\"\"\n" + lines);
  CHECK(literal.tree->errors.empty());
  CHECK(literal.Dump().find("# no comment") != std::string::npos);
  CHECK(literal.tree->comments.size() == 20000);
}

TEST_CASE("of a table of literals the first thousands are kept, and that there are more") {
  std::string pairs, items;
  for (int i = 0; i < 60000; ++i) {
    const std::string number = std::to_string(i);
    pairs += "    'key" + number + "':  # why, that\n        -" + number + "e-5,\n";
    items += "b'" + number + "' rb'x', ";
  }
  const Parsed parsed("d = {\n" + pairs + "}\nl = [" + items + "f(1)]\ne = f(1, 2)\n");
  CHECK(parsed.tree->errors.empty());
  REQUIRE(parsed.tree->body.size() == 3);
  const auto value = [&](std::size_t i) -> const Expr& {
    return (*parsed.tree)[std::get<Assign>((*parsed.tree)[parsed.tree->body[i]].node).value];
  };
  const Dict& dict = std::get<Dict>(value(0).node);
  CHECK(dict.values.size() == 10001);
  CHECK_FALSE(dict.keys.back());
  CHECK(std::holds_alternative<ErrorExpr>((*parsed.tree)[dict.values.back()].node));
  const Sequence& list = std::get<Sequence>(value(1).node);
  CHECK(list.items.size() == 10002);
  CHECK(std::holds_alternative<Starred>((*parsed.tree)[list.items[10000]].node));
  CHECK(std::holds_alternative<Call>((*parsed.tree)[list.items[10001]].node));
  CHECK(std::get<Call>(value(2).node).args.size() == 2);
}

TEST_CASE("syntax: one text with every construct parses cleanly into every kind of node") {
  const Parsed parsed{std::string(kEverything)};
  CHECK_MESSAGE(parsed.tree->errors.empty(), parsed.Dump());
  const auto words = WordsOf(parsed.Shape());
  const std::set<std::string> seen(words.begin(), words.end());
  const std::set<std::string> errors = {"ErrorExpr", "ErrorStmt"};
#define GM_EXPR(Name) CHECK_MESSAGE((seen.contains(#Name) || errors.contains(#Name)), #Name);
#define GM_STMT(Name) CHECK_MESSAGE((seen.contains(#Name) || errors.contains(#Name)), #Name);
#define GM_PATTERN(Name) CHECK_MESSAGE(seen.contains(#Name), #Name);
#include "syntax/nodes.def"
}

// ---- the grammar's vocabulary -----------------------------------------------------------------

// The named entries of node-types.json, read by its fixed layout: an entry's `type` and `named`
// stand on lines of their own, indented by four.
std::set<std::string> NamedNodes(std::istream& json) {
  std::set<std::string> names;
  std::string line;
  std::string type;
  const std::string prefix = "    \"type\": \"";
  while (std::getline(json, line)) {
    if (line.starts_with(prefix)) {
      type = line.substr(prefix.size(), line.find('"', prefix.size()) - prefix.size());
    } else if (line.starts_with("    \"named\": true")) {
      names.insert(type);
    }
  }
  return names;
}

TEST_CASE("syntax: every named node of the grammar is lowered or excused") {
  std::string path;
#ifdef GRAPHMEND_NODE_TYPES
  path = GRAPHMEND_NODE_TYPES;
#endif
  if (const char* variable = std::getenv("GRAPHMEND_NODE_TYPES")) path = variable;
  std::ifstream json(path);
  if (path.empty() || !json) {
    MESSAGE("skipped: GRAPHMEND_NODE_TYPES does not name the grammar's node-types.json");
    return;
  }
  const std::set<std::string> grammar = NamedNodes(json);
  CHECK(grammar.size() > 100);
  std::set<std::string> known;
#define GM_NODE(Kind, name) CHECK_MESSAGE(known.insert(name).second, name << " is listed twice");
#define GM_UNLISTED(Kind, name)
#define GM_UNSEEN(name, reason)                                         \
  CHECK_MESSAGE(known.insert(name).second, name << " is listed twice"); \
  CHECK(std::string_view(reason).size() > 10);
#define GM_SUPERTYPE(name) CHECK_MESSAGE(known.insert(name).second, name << " is listed twice");
#include "syntax/grammar.def"
  for (const std::string& name : grammar) {
    CHECK_MESSAGE(known.contains(name), "the grammar has " << name << ", grammar.def has not");
  }
  for (const std::string& name : known) {
    CHECK_MESSAGE(grammar.contains(name), "grammar.def has " << name << ", the grammar has not");
  }
}

// ---- values of literals -----------------------------------------------------------------------

TEST_CASE("syntax: numbers") {
  CHECK(ShapeOf("0x_ff") == "    Literal Int 255\n");
  CHECK(ShapeOf("0b10_1") == "    Literal Int 5\n");
  CHECK(ShapeOf("0o17") == "    Literal Int 15\n");
  CHECK(ShapeOf("9223372036854775807") == "    Literal Int 9223372036854775807\n");
  CHECK(ShapeOf("9223372036854775808") == "    Literal Int 9223372036854775808\n");
  CHECK(ShapeOf("1_0.5e-1_0") == "    Literal Float 1.05e-09\n");
  CHECK(ShapeOf("1e999") == "    Literal Float inf\n");
  CHECK(ShapeOf("1e-999") == "    Literal Float 0\n");
  CHECK(ShapeOf("2.5J") == "    Literal Complex 2.5j\n");
  const Parsed parsed("9223372036854775807, 9223372036854775808\n");
  CHECK(std::get<Literal>(parsed.tree->exprs[ExprId(0)].node).fits);
  CHECK_FALSE(std::get<Literal>(parsed.tree->exprs[ExprId(1)].node).fits);
  CHECK(Parsed("0777\n").FirstError().starts_with("leading zeros"));
  CHECK(Parsed("10L\n").FirstError() == "invalid decimal literal");
}

TEST_CASE("syntax: strings have their escapes resolved and are joined") {
  CHECK(ShapeOf(R"('a\tb\\\x41\101\u00e4\'' "\
c")") == "    Literal Str \"a\\x09b\\\\AA\\xc3\\xa4'c\"\n");
  CHECK(ShapeOf(R"(r'\t' 'x')") == "    Literal Str \"\\\\tx\"\n");
  CHECK(ShapeOf(R"('\q\8')") == "    Literal Str \"\\\\q\\\\8\"\n");
  CHECK(ShapeOf(R"('\N{BULLET}')") == "    Literal Str \"\\xef\\xbf\\xbd\"\n");
  CHECK(ShapeOf(R"('\ud800')") == "    Literal Str \"\\xef\\xbf\\xbd\"\n");
  CHECK(ShapeOf(R"(b'\xff\u0041' b'')") == "    Literal Bytes \"\\xff\\\\u0041\"\n");
  CHECK(ShapeOf("'''a\r\nb'''") == "    Literal Str \"a\\nb\"\n");
  CHECK(ShapeOf("''") == "    Literal Str \"\"\n");
  CHECK(Parsed("x = 'a' b'b'\n").FirstError() == "cannot mix bytes and nonbytes literals");
}

TEST_CASE("syntax: f-strings") {
  CHECK(ShapeOf(R"(f"{{a}}{b}" "c{d}" f"{e}")") ==
        "    FString\n"
        "      Literal Str \"{a}\"\n"
        "      FormattedValue\n"
        "        Name b\n"
        "      Literal Str \"c{d}\"\n"
        "      FormattedValue\n"
        "        Name e\n");
  CHECK(ShapeOf(R"(f"{a = } {b=!s} {c!a:{d}>{e}}")") ==
        "    FString\n"
        "      Literal Str \"a = \"\n"
        "      FormattedValue !r\n"
        "        Name a\n"
        "      Literal Str \" b=\"\n"
        "      FormattedValue !s\n"
        "        Name b\n"
        "      Literal Str \" \"\n"
        "      FormattedValue !a\n"
        "        Name c\n"
        "        format: FString\n"
        "          FormattedValue\n"
        "            Name d\n"
        "          Literal Str \">\"\n"
        "          FormattedValue\n"
        "            Name e\n");
  // Quotes may be used again inside (PEP 701), and `:=` starts a format.
  CHECK(ShapeOf(R"(f"{f"{x}" + d["k"]}")").find("Subscript") != std::string::npos);
  CHECK(ShapeOf(R"(f"{x:=5}")").find("format: FString") != std::string::npos);
  CHECK(ShapeOf(R"(f"{(x:=5)}")").find("Walrus") != std::string::npos);
  CHECK(ShapeOf("f'plain'") == "    FString\n      Literal Str \"plain\"\n");
}

// ---- structure --------------------------------------------------------------------------------

TEST_CASE("syntax: operators bind as in Python where the grammar differs") {
  CHECK(SameShape("a ^ b & c ^ d", "(a ^ (b & c)) ^ d"));
  CHECK(SameShape("a & b ^ c & d", "(a & b) ^ (c & d)"));
  CHECK(SameShape("a ^ b & c & d", "a ^ ((b & c) & d)"));
  CHECK_FALSE(SameShape("(a ^ b) & c", "a ^ b & c"));
  CHECK_FALSE(SameShape("a & (b ^ c)", "a & b ^ c"));
  CHECK(SameShape("await x ** 2", "(await x) ** 2"));
  CHECK(SameShape("-x ** 2", "-(x ** 2)"));
  CHECK(SameShape("a ** b ** c", "a ** (b ** c)"));
  CHECK(SameShape("not a == b", "not (a == b)"));
  CHECK(SameShape("a or b and c", "a or (b and c)"));
  CHECK(SameShape("a and b and c", "(a and b) and c"));
}

TEST_CASE("syntax: a star takes in the whole operand") {
  const std::string expected =
      "    Sequence List\n"
      "      Starred\n"
      "        Binary +\n"
      "          Name a\n"
      "          Name b\n";
  CHECK(ShapeOf("[*a + b]") == expected);
  CHECK(ShapeOf("f(*a or b)").find("*arg: BoolOp or") != std::string::npos);
  CHECK(Parsed("def f():\n  return *[None] * 3, *x\n")
            .Shape()
            .find("Starred\n            Binary *\n") != std::string::npos);
}

TEST_CASE("syntax: what looks like an alias or a Python 2 statement") {
  CHECK(Parsed("type(self).x = 1\n").Shape() ==
        "  Assign\n"
        "    target: Attribute .x\n"
        "      Call\n"
        "        callee: Name type\n"
        "        arg: Name self\n"
        "    value: Literal Int 1\n");
  CHECK(Parsed("type[0] = 1\n").Shape().find("target: Subscript") != std::string::npos);
  CHECK(Parsed("type = print\nmatch = exec\n").tree->errors.empty());
  CHECK(Parsed("print >>f, x\n").Shape().find("Binary >>") != std::string::npos);
  CHECK(Parsed("print x\n").FirstError() == "missing parentheses in call to 'print'");
  CHECK(Parsed("exec 'x'\n").FirstError() == "missing parentheses in call to 'exec'");
  CHECK(Parsed("raise E, 'x'\n").FirstError() == "invalid syntax");
}

TEST_CASE("syntax: annotations are the expressions that Python makes of them") {
  const auto annotation = [](const std::string& type) {
    const std::string shape = Parsed("x: " + type + " = 1\n").Shape();
    const std::string mark = "annotation: ";
    const std::size_t begin = shape.find(mark) + mark.size();
    return shape.substr(begin, shape.find("    value:") - begin);
  };
  CHECK(annotation("List[int]") == "Subscript\n      Name List\n      index: Name int\n");
  CHECK(annotation("List[a] | b | c") == annotation("(List[a] | b) | c"));
  CHECK(annotation("A[1:2]").find("index: Slice") != std::string::npos);
  CHECK(annotation("tuple[*Ts]").find("Sequence Tuple\n        Starred") != std::string::npos);
  CHECK(annotation("A[int].B").starts_with("Attribute .B"));
}

TEST_CASE("syntax: elif nests, and headers end before the colon") {
  const Parsed parsed("if a:  # c\n  x\nelif b:\n  y\nelse:\n  z\n");
  const Stmt& outer = (*parsed.tree)[parsed.tree->body[0]];
  CHECK(parsed.Text(outer.header) == "if a");
  CHECK(parsed.Text(outer.span) == "if a:  # c\n  x\nelif b:\n  y\nelse:\n  z");
  const Stmt& inner = (*parsed.tree)[std::get<If>(outer.node).orelse[0]];
  CHECK(parsed.Text(inner.header) == "elif b");
  CHECK(parsed.Text(inner.span) == "elif b:\n  y\nelse:\n  z");
}

TEST_CASE("syntax: the span of a compound statement ends with its last statement") {
  const Parsed parsed("@d\nasync def f(a,\n  b):\n  x;  # c\n\n  # c\n\ny\n");
  const Stmt& stmt = (*parsed.tree)[parsed.tree->body[0]];
  CHECK(parsed.Text(stmt.header) == "async def f(a,\n  b)");
  CHECK(parsed.Text(stmt.span) == "@d\nasync def f(a,\n  b):\n  x");
  const Function& function = (*parsed.tree)[FunctionId(0)];
  CHECK(function.span == stmt.span);
  CHECK(parsed.Text(function.name_span) == "f");
}

TEST_CASE("syntax: definitions know what holds them, outer ones first") {
  const Parsed parsed(
      "def outer(a=lambda: 0):\n"
      "  class A:\n"
      "    def m(self):\n"
      "      class B: pass\n"
      "    n = lambda self: 0\n"
      "  def inner(): pass\n");
  const Tree& tree = *parsed.tree;
  const auto function = [&](std::string_view name, std::uint32_t nth = 0) {
    for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
      if (tree[FunctionId(i)].name == name && nth-- == 0) return FunctionId(i);
    }
    return FunctionId();
  };
  const FunctionId outer = function("outer");
  const FunctionId method = function("m");
  CHECK(outer == FunctionId(0));
  CHECK_FALSE(tree[outer].parent);
  CHECK_FALSE(tree[function("<lambda>", 0)].parent);  // a default belongs outside
  CHECK(tree[method].parent == outer);
  CHECK(tree[method].cls == ClassId(0));
  CHECK(tree[function("<lambda>", 1)].parent == outer);
  CHECK(tree[function("<lambda>", 1)].cls == ClassId(0));
  CHECK(tree[function("inner")].parent == outer);
  CHECK_FALSE(tree[function("inner")].cls);
  CHECK(tree[ClassId(0)].function == outer);
  CHECK(tree[ClassId(1)].function == method);
  CHECK_FALSE(tree[ClassId(1)].cls);
}

TEST_CASE("syntax: only a yield of its own makes a generator") {
  const auto is_generator = [](const std::string& body) {
    const Parsed parsed("def f(a):\n  " + body + "\n");
    REQUIRE(parsed.tree->errors.empty());
    return (*parsed.tree)[FunctionId(0)].is_generator;
  };
  CHECK(is_generator("yield"));
  CHECK(is_generator("x = yield from a"));
  CHECK(is_generator("if a: return (yield a)"));
  CHECK_FALSE(is_generator("def g(): yield"));
  CHECK_FALSE(is_generator("g = lambda: (yield)"));
  CHECK(is_generator("g = lambda b=(yield): 0"));  // evaluated here, not in the lambda
  CHECK(is_generator("@(yield)\n  def g(): pass"));
  CHECK_FALSE(is_generator("return [b for b in a]"));
}

TEST_CASE("syntax: parameters of every kind") {
  CHECK(Parsed("def f(a, b=1, /, c: int = 2, *d, e, **g): pass\n").Shape() ==
        "  FunctionStmt f\n"
        "    positional-only: a\n"
        "    positional-only: b\n"
        "      default: Literal Int 1\n"
        "    param: c\n"
        "      annotation: Name int\n"
        "      default: Literal Int 2\n"
        "    *param: d\n"
        "    keyword-only: e\n"
        "    **param: g\n"
        "    body:\n"
        "      Pass\n");
  CHECK(Parsed("def f(*, a): pass\n").Shape().find("keyword-only: a") != std::string::npos);
}

TEST_CASE("syntax: comments come in order, from wherever they stand") {
  const Parsed parsed(
      "# 1\n@d # 2\n# 3\ndef f( # 4\n  a, # 5\n): # 6\n  # 7\n  x = [ # 8\n    1 # 9\n  ]\n"
      "  y = (a # 10\n    . # 11\n    b)\n  # 12\nz = ('a' # 13\n  'b') # 14\n# 15\n");
  REQUIRE(parsed.tree->errors.empty());
  REQUIRE(parsed.tree->comments.size() == 15);
  for (std::size_t i = 0; i < 15; ++i) {
    CHECK(parsed.Text(parsed.tree->comments[i]) == "# " + std::to_string(i + 1));
  }
}

// ---- what cannot be parsed --------------------------------------------------------------------

TEST_CASE("syntax: mistakes become errors with a place, the rest stays") {
  const Parsed parsed("x = 1\nif x\n  y = 2\nz = 3\n");
  CHECK_FALSE(parsed.tree->errors.empty());
  CHECK(parsed.Shape().starts_with("  Assign\n"));
  CHECK(Parsed("if x:\ny\n").FirstError() == "expected an indented block");
  CHECK(Parsed("import torch    def h(x):\n        pass\n").FirstError() == "invalid syntax");
  CHECK(Parsed("import torch \\\n  def h(x):\n        pass\n").FirstError() == "invalid syntax");
  CHECK(Parsed("if x: pass; y\nz; w;\r\nv # u\n").FirstError() == "");
  CHECK(Parsed("x = 1  # C:\\\ny = 2\n").FirstError() == "");
  CHECK(Parsed("try:\n  x\ny\n").FirstError() == "expected 'except' or 'finally' block");
  CHECK(Parsed("x = (1,\ny = 2\n").FirstError() != "");
  CHECK(Parsed("def f():\n").FirstError() != "");
  CHECK(Parsed("a = b: int = c\n").FirstError() != "");
  CHECK(Parsed("x = $\n").FirstError() == "invalid syntax");
  CHECK(Parsed("(((((\n").FirstError() != "");
}

TEST_CASE("syntax: valid code that the grammar cannot read is repaired") {
  const Parsed parsed("class A:\n  def f(self):\n    return (a.  # why\nb)\n");
  CHECK(parsed.tree->errors.empty());
  REQUIRE(parsed.tree->comments.size() == 1);
  CHECK(parsed.Text(parsed.tree->comments[0]) == "# why");
  CHECK(Parsed("class A[T = int]: pass\n").tree->errors.empty());
  CHECK(Parsed("a\rb\r# c\rd\n").Shape() ==
        "  ExprStmt\n    Name a\n  ExprStmt\n    Name b\n  ExprStmt\n    Name d\n");
}

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST_CASE("syntax: long chains are fine, bottomless nesting is an error") {
  for (const std::string& fine :
       {"x = " + Repeat("a + ", 2500) + "a\n", "x = a" + Repeat(".b()", 1200) + "\n",
        "if a: pass\n" + Repeat("elif a: pass\n", 2000), "x = (" + Repeat("'a' ", 5000) + ")\n",
        "x = " + Repeat("(", 5000) + "a" + Repeat(")", 5000) + "\n", Repeat("x = ", 5000) + "1\n",
        "x = " + Repeat("a < ", 5000) + "a\n",
        "x = " + Repeat("[", 300) + Repeat("]", 300) + "\n"}) {
    const Parsed parsed(fine);
    CHECK_MESSAGE(parsed.tree->errors.empty(), fine.substr(0, 20) << ": " << parsed.FirstError());
  }
  for (const std::string& deep :
       {"x = " + Repeat("a + ", 20000) + "a\n", "x = a" + Repeat(".b", 20000) + "\n",
        "x = " + Repeat("[", 5000) + Repeat("]", 5000) + "\n",
        "x = " + Repeat("not ", 5000) + "a\n", "x = " + Repeat("lambda: ", 5000) + "a\n",
        "x = " + Repeat("a if b else ", 5000) + "a\n",
        "x = " + Repeat("f(", 5000) + Repeat(")", 5000) + "\n",
        "if a: pass\n" + Repeat("elif a: pass\n", 5000),
        "f'" + Repeat("{a:", 5000) + Repeat("}", 5000) + "'\n",
        "match x:\n  case " + Repeat("[", 5000) + Repeat("]", 5000) + ": pass\n"}) {
    const Parsed parsed(deep);
    CHECK_MESSAGE(parsed.FirstError() == "nested too deeply", deep.substr(0, 20));
  }
}

TEST_CASE("syntax: work on garbage is limited") {
  const Parsed parsed(Repeat("\\\n", 200'000));
  CHECK(parsed.FirstError().find("too many errors") != std::string::npos);
  CHECK(Parsed(Repeat("print a, ", 2000) + "\n").tree->errors.size() <= 100);
}

TEST_CASE("syntax: every prefix of a file parses into a sound tree") {
  for (std::size_t size = 0; size <= kEverything.size(); size += 7) {
    const Parsed parsed(std::string(kEverything.substr(0, size)));
    for (const Expr& expr : parsed.tree->exprs) {
      REQUIRE(expr.span.begin <= expr.span.end);
      REQUIRE(expr.span.end <= size);
      if (const auto* name = std::get_if<Name>(&expr.node)) {
        REQUIRE(parsed.Text(expr.span) == name->id.text());
      }
    }
    for (const Stmt& stmt : parsed.tree->stmts) {
      REQUIRE(stmt.span.begin <= stmt.header.end);
      REQUIRE(stmt.header.end <= stmt.span.end);
      REQUIRE(stmt.span.end <= size);
    }
    REQUIRE(std::is_sorted(parsed.tree->comments.begin(), parsed.tree->comments.end(),
                           [](Span a, Span b) { return a.begin < b.begin; }));
  }
}

TEST_CASE("syntax: threads parse independently of one another") {
  base::Interner interner;
  const source::SourceFile file("test.py", std::string(kEverything));
  std::vector<std::string> dumps(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& dump : dumps) {
      threads.emplace_back([&] { dump = Print(*Parse(file, interner), file); });
    }
  }
  for (const std::string& dump : dumps) CHECK(dump == dumps[0]);
}

}  // namespace
}  // namespace graphmend::syntax
