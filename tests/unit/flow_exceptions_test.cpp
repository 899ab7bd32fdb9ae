// Handlers, `with` and `finally` in the graph of a function.
#include <doctest/doctest.h>

#include "flow/graph.h"
#include "flow_dump.h"

namespace graphmend {
namespace {

using testing::Dump;
using testing::Join;
using testing::ParsedText;

TEST_CASE("a block that cannot raise has no handler") {
  CHECK(Dump("def f(a):\n"
             "  try:\n"
             "    while False:\n"
             "      a()\n"
             "    b = a\n"
             "  except KeyError:\n"
             "    pass\n") ==
        "function f(a)\n"
        "block0:\n"
        "  jump block1\n"
        "block1: in loop, try\n"
        "  t0 = const False\n"
        "  jump block2\n"
        "block2: in try\n"
        "  t3 = load a\n"
        "  store b = t3\n"
        "  jump block3\n"
        "block3:\n"
        "  return\n");
}

TEST_CASE("with: its exit runs on every path") {
  CHECK(Dump("def f(c):\n"
             "  with c() as x:\n"
             "    return x()\n") ==
        "function f(c)\n"
        "block0:\n"
        "  t0 = load c\n"
        "  t1 = call t0()\n"
        "  t2 = enter t1\n"
        "  jump block1\n"
        "block1: in with on error block3\n"
        "  store x = t2\n"
        "  t3 = load x\n"
        "  t4 = call t3()\n"
        "  jump block2\n"
        "block2:\n"
        "  exit t1\n"
        "  return t4\n"
        "block3:\n"
        "  t5 = exit t1 (exceptional)\n"
        "  branch t5 [except] block4 else block5\n"
        "block4:\n"
        "  return\n"
        "block5:\n"
        "  raise again\n");
}

TEST_CASE("try: handlers in order, finally on every way out") {
  CHECK(Dump("def f(a):\n"
             "  try:\n"
             "    return a.b\n"
             "  except KeyError as e:\n"
             "    pass\n"
             "  finally:\n"
             "    a()\n") ==
        "function f(a)\n"
        "block0:\n"
        "  jump block1\n"
        "block1: in try on error block3\n"
        "  t0 = load a\n"
        "  t1 = getattr t0.b  ; a.b\n"
        "  store <return1> = t1\n"
        "  jump block2\n"
        "block2: in finally\n"
        "  t8 = load a\n"
        "  t9 = call t8()\n"
        "  t10 = load <return1>\n"
        "  return t10\n"
        "block3: on error block8\n"
        "  t2 = load global KeyError\n"
        "  t3 = catch t2\n"
        "  branch t3 [except] block4 else block7\n"
        "block4: in handler\n"
        "  store e = t3\n"
        "  jump block5\n"
        "block5: in finally\n"
        "  t4 = load a\n"
        "  t5 = call t4()\n"
        "  jump block6\n"
        "block6:\n"
        "  return\n"
        "block7: on error block8\n"
        "  raise again\n"
        "block8: in finally\n"
        "  t6 = load a\n"
        "  t7 = call t6()\n"
        "  raise again\n");
}

TEST_CASE("nested finally bodies do not blow up") {
  std::string text = "def f(a):\n";
  std::string indent = "  ";
  for (int i = 0; i < 12; ++i) {
    text += indent + "try:\n" + indent + "  return a\n" + indent + "finally:\n";
    indent += "  ";
  }
  ParsedText parsed(text + indent + "a()\n");
  auto graph = parsed.Lower("f");
  CHECK(graph->blocks.size() < 1000);
  CHECK(Join(flow::Verify(*graph)) == "");
}

}  // namespace
}  // namespace graphmend
