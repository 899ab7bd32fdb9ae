// How stubs become one: name by name, and of which modules.
#include <doctest/doctest.h>

#include <string>

#include "models/merge_stubs.h"
#include "models/stub_set.h"

namespace graphmend {
namespace {

std::string Merged(std::string_view base, std::string_view over) {
  const models::HasClass none = [](std::string_view, std::string_view) { return false; };
  models::MergedStub merged = models::MergeStubs(base, {"pkg.part", false, over}, none);
  CHECK(merged.moved.empty());
  return merged.text;
}

}  // namespace

TEST_CASE("stubs merge name by name") {
  CHECK(
      Merged("def a(x): ...\nb: int\n", "\"\"\"Own.\"\"\"\n@entry\ndef a(y):\n    ...\nc = 3\n") ==
      "...\nb: int\n\n@entry\ndef a(y):\n    ...\nc = 3\n");
  // Each definition under the name goes, and a name may become something else.
  CHECK(Merged("@overload\ndef a(x): ...\n@overload\ndef a(y): ...\n", "a: int") ==
        "...\n...\n\na: int\n");
  CHECK(Merged("class A:\n    x: int\n", "def A(): ...") == "...\n\ndef A(): ...\n");
  CHECK(Merged("", "def a(): ...") == "\ndef a(): ...\n");
  CHECK(Merged("a: int", "") == "a: int\n");
}

TEST_CASE("classes merge member by member") {
  const std::string base =
      "class A(B):\n"
      "  x: int\n"
      "  @property\n"
      "  def p(self): ...\n"
      "  @p.setter\n"
      "  def p(self, v): ...\n"
      "def after(): ...\n";
  CHECK(Merged(base,
               "class A:\n"
               "    @transfer('same')\n"
               "    def p(self,\n"
               "          k=1): ...\n"
               "    def q(self): ...\n") ==
        "class A(B):\n"
        "  x: int\n"
        "  ...\n"
        "  ...\n"
        "  @transfer('same')\n"
        "  def p(self,\n"
        "        k=1): ...\n"
        "  def q(self): ...\n"
        "def after(): ...\n\n");
  CHECK(Merged("class A: ...\n", "class A:\n  x: int\n") == "class A: \n    ...\n    x: int\n\n");
  CHECK(Merged("@old\nclass A(B):\n    ...\n", "@new(1)\nclass A(C, D): ...\n") ==
        "@new(1)\nclass A(C, D):\n    ...\n\n");
  CHECK(Merged("class A:\n    class B:\n        x: int\n", "class A:\n  class B:\n    y: int\n") ==
        "class A:\n    class B:\n        x: int\n        y: int\n\n");
}

TEST_CASE("an import of a stub replaces nothing unless it is exported") {
  const std::string base = "from torch import Tensor\ndef f(x: Tensor): ...\n";
  CHECK(Merged(base, "from typing import Any as Tensor\n") == base + "\n");
  CHECK(Merged(base, "from x import Tensor as Tensor, b\nimport c as d\n") ==
        base + "\nfrom x import Tensor as Tensor\nfrom x import b\nimport c as d\n");
  CHECK(Merged(base, "from . import near\nfrom pkg.part import itself\n") ==
        base + "\nfrom pkg import near\n");
}

TEST_CASE("a class is described where it is defined") {
  models::StubSet set;
  const std::string torch = "from torch._tensor import Tensor\nfrom torch._modes import *\nx = 1\n";
  set.Add("torch/__init__.pyi", torch);
  set.Add("torch/_tensor.pyi", "class Tensor:\n    x: int\n");
  set.Add("torch/_modes.pyi", "class Mode: ...\n");
  set.Merge("torch/__init__.pyi",
            "class Tensor:\n    y: int\nclass Mode:\n    z: int\nclass Other: ...\n",
            models::StubSet::Says::All);
  CHECK(set.stubs()[0].text == torch + "\nclass Other: ...\n");
  CHECK(set.stubs()[1].text == "class Tensor:\n    x: int\n    y: int\n\n");
  CHECK(set.stubs()[2].text == "class Mode: \n    ...\n    z: int\n\n");
}

TEST_CASE("where a stub is merged") {
  models::StubSet set;
  set.Add("torch/__init__.pyi", "x: int = 1\n");
  set.Add("einops/__init__.pyi", "def rearrange(x): ...\n");
  set.Add("lightning/__init__.pyi", "from lightning import fabric\n");
  set.Add("overlay/timm/models.pyi", "def a(): ...\n");
  using Says = models::StubSet::Says;
  auto place = [&](const char* path, Says says) {
    const std::size_t before = set.stubs().size();
    set.Merge(path, "def added(): ...\n", says);
    if (set.stubs().size() > before) return "new " + set.stubs().back().relative;
    for (const models::StubSet::Stub& stub : set.stubs())
      if (stub.text.find("added") != std::string_view::npos &&
          stub.own.find("seen") == std::string::npos) {
        set.Merge(stub.relative, "def seen(): ...\n", says);
        return stub.relative;
      }
    return std::string("nowhere");
  };
  CHECK(place("torch/__init__.pyi", Says::All) == "torch/__init__.pyi");
  CHECK(place("einops.pyi", Says::Names) == "einops/__init__.pyi");
  CHECK(place("einops/layers.pyi", Says::Names) == "new einops/layers.pyi");
  CHECK(place("timm/models.pyi", Says::All) == "overlay/timm/models.pyi");
  CHECK(place("lightning/__init__.pyi", Says::All) == "new overlay/lightning/__init__.pyi");
  CHECK(place("fastlib.pyi", Says::Names) == "new overlay/fastlib.pyi");
  CHECK(place("slowlib.pyi", Says::All) == "new slowlib.pyi");
  set.Add("triton/__init__.pyi", "");
  set.Add("json/__init__.pyi", "");
  CHECK(set.IsOpen("triton"));
  CHECK_FALSE(set.IsOpen("json"));
  CHECK_FALSE(set.IsOpen("torch"));
  CHECK(set.IsOpen("einops"));
  CHECK(set.IsOpen("fastlib"));
}

}  // namespace graphmend
