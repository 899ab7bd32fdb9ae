#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/path.h"
#include "folder.h"
#include "names/program.h"
#include "parse_text.h"

namespace graphmend {
namespace {

using names::BindingKind;
using names::DefinitionKind;
using names::Guard;
using testing::ParsedText;

std::string Slots(const names::Scope& scope) {
  std::string out;
  for (std::size_t i = 0; i < scope.slots.size(); ++i)
    out += (i ? " " : "") + scope.slots[i].str() + (scope.captured[i] ? "*" : "");
  return out;
}

const std::vector<names::Definition>& Definitions(ParsedText& text, std::string_view name) {
  return (*text.index)[text.index->module].definitions.at(text.interner.Intern(name));
}

TEST_CASE("what belongs nowhere, in code that is no Python, has scopes too, and binds no name") {
  ParsedText text(
      "try: pass\n"
      "except E as (lambda a: (lambda: a)): pass\n");
  const names::Index& index = *text.index;
  REQUIRE(index.of_function.size() == 2);
  CHECK(index[index.of_function[0]].parent == index.module);
  CHECK(index[index.of_function[1]].parent == index.of_function[0]);
  CHECK(Slots(index[index.module]).empty());
}

TEST_CASE("every binding construct makes a slot, parameters first") {
  ParsedText text(
      "def f(a, *b, c=1, **d):\n"
      "  e = 1\n"
      "  for f1, (g, *h) in a: pass\n"
      "  with a as i, b as (j, k): pass\n"
      "  try: pass\n"
      "  except E as l: pass\n"
      "  import m.n, o.p as q\n"
      "  from r import s, t as u\n"
      "  def v(): pass\n"
      "  class w: pass\n"
      "  if (x := a): pass\n"
      "  y: int\n"
      "  z += 1\n"
      "  match a:\n"
      "    case [aa, *bb] | {'k': cc, **dd} | E(x=ee) as ff: pass\n"
      "  del gg\n");
  CHECK(Slots(text.Scope("f")) ==
        "a b c d e f1 g h i j k l m q s u v w x y z aa bb cc dd ee ff gg");
}

TEST_CASE("comprehension targets are no slots, walruses inside are") {
  ParsedText text("def f(xs):\n  return [y for x in xs if (y := x)]\n");
  CHECK(Slots(text.Scope("f")) == "xs y");
}

TEST_CASE("a comprehension target that a lambda captures is a slot") {
  ParsedText text("def f(xs):\n  return [lambda: x + y for x in xs for y in x]\n");
  CHECK(Slots(text.Scope("f")) == "xs y* x*");
  CHECK(text.Resolve("<lambda>", "x").kind == BindingKind::Free);
}

TEST_CASE("names of enclosing functions are free, class bodies are skipped") {
  ParsedText text(
      "g = 0\n"
      "def f(a):\n"
      "  b = 1\n"
      "  class C:\n"
      "    b = 2\n"
      "    c = b\n"
      "    def m(self): return a, b, c, g\n"
      "  def n():\n"
      "    nonlocal b\n"
      "    global g\n"
      "    b, g = 3, 4\n"
      "  return C\n");
  CHECK(Slots(text.Scope("f")) == "a* b* C n");
  CHECK(text.Resolve("m", "self").kind == BindingKind::Local);
  CHECK(text.Resolve("m", "a").kind == BindingKind::Free);
  CHECK(text.Resolve("m", "b").slot == 1);
  CHECK(text.Resolve("m", "c").kind == BindingKind::Global);
  CHECK(text.Resolve("n", "b").kind == BindingKind::Free);
  CHECK(text.Resolve("n", "g").kind == BindingKind::Global);
  names::ScopeId cls = text.index->of_class[0];
  CHECK(text.index->Resolve(cls, text.interner.Intern("b")).kind == BindingKind::ClassMember);
  CHECK(text.index->Resolve(cls, text.interner.Intern("a")).kind == BindingKind::Free);
}

TEST_CASE("a store in a function that declares the name global is a definition") {
  ParsedText text("cache = None\ndef f():\n  global cache\n  cache = 1\n");
  const auto& definitions = Definitions(text, "cache");
  REQUIRE(definitions.size() == 2);
  CHECK(definitions[0].kind == DefinitionKind::Assign);
  CHECK(definitions[1].kind == DefinitionKind::Target);
  CHECK(definitions[1].function == text.Function("f"));
}

TEST_CASE("definitions know their guards") {
  ParsedText text(
      "if TYPE_CHECKING:\n  import a\nelse:\n  a = 1\n"
      "try:\n  import b\nexcept ImportError:\n  b = None\n"
      "if x:\n  c = 1\nelif y:\n  c = 2\nelse:\n  c = 3\n"
      "c = 4\n");
  CHECK(Definitions(text, "a")[0].guard == Guard::TypeChecking);
  CHECK(Definitions(text, "a")[1].guard == Guard::NotTypeChecking);
  CHECK(Definitions(text, "b")[0].guard == Guard::TryBody);
  CHECK(Definitions(text, "b")[1].guard == Guard::ExceptHandler);
  const auto& c = Definitions(text, "c");
  REQUIRE(c.size() == 4);
  CHECK_FALSE(c[0].condition_negated);
  CHECK(text.file.Text((*text.tree)[c[1].condition].span) == "y");
  CHECK_FALSE(c[1].condition_negated);
  CHECK(text.file.Text((*text.tree)[c[2].condition].span) == "y");
  CHECK(c[2].condition_negated);
  CHECK(c[3].guard == Guard::None);
}

TEST_CASE("unpacking records the path to each name") {
  ParsedText text("a, (b, c), *d, e = v\n");
  CHECK(Definitions(text, "a")[0].path == std::vector<std::uint32_t>{0});
  CHECK(Definitions(text, "c")[0].path == std::vector<std::uint32_t>{1, 1});
  CHECK(Definitions(text, "d")[0].kind == DefinitionKind::Target);
  CHECK(Definitions(text, "e")[0].kind == DefinitionKind::Target);
}

TEST_CASE("__all__ is known when it is written out") {
  ParsedText literal("__all__ = ['a']\n__all__ += ['b']\n__all__.extend(('c',))\n");
  CHECK(literal.index->has_dunder_all);
  CHECK(literal.index->dunder_all.size() == 3);
  ParsedText computed("__all__ = ['a'] + other.__all__\n");
  CHECK_FALSE(computed.index->has_dunder_all);
}

// ---- program ------------------------------------------------------------------------------------
class ProgramFixture {
 public:
  names::FileId Add(const std::string& path, std::string text = "") {
    return program.Add("/nowhere/" + path, path, true, std::move(text));
  }
  std::string Resolve(std::string_view module, names::FileId from) {
    auto file = program.ResolveModule(module, from);
    return file ? program.Info(*file).shown_path : "";
  }

  base::Interner interner;
  names::Program program{interner};
};

TEST_CASE_FIXTURE(ProgramFixture, "module names come from packages, src and given roots") {
  auto inside = Add("repo/src/pkg/sub/a.py");
  auto package = Add("repo/src/pkg/sub/__init__.py");
  auto top = Add("repo/src/pkg/__init__.py");
  auto tool = Add("repo/src/tools/b.py");
  auto script = Add("repo/scripts/c.py");
  program.AddSourceRoot("/nowhere/repo");
  CHECK(program.Info(inside).module == "pkg.sub.a");
  CHECK(program.Info(package).module == "pkg.sub");
  CHECK(program.Info(package).is_package);
  CHECK(program.Info(top).module == "pkg");
  CHECK(program.Info(tool).module == "tools.b");
  CHECK(program.Info(script).module == "scripts.c");
  CHECK(program.IsPackage("tools"));
  CHECK(program.IsPackage("pkg.sub"));
  CHECK_FALSE(program.IsPackage("pkg.sub.a"));
}

TEST_CASE_FIXTURE(ProgramFixture, "scripts import their own siblings") {
  auto one = Add("one/main.py");
  auto two = Add("two/main.py");
  Add("one/utils.py");
  Add("two/utils.py");
  Add("three/other.py");
  CHECK(Resolve("utils", one) == "one/utils.py");
  CHECK(Resolve("utils", two) == "two/utils.py");
  CHECK(Resolve("other", one) == "");
}

TEST_CASE_FIXTURE(ProgramFixture, "the nearest of several packages of one name is meant") {
  Add("a/pkg/__init__.py");
  Add("b/pkg/__init__.py");
  auto in_a = Add("a/tests/test.py");
  auto in_b = Add("b/tests/test.py");
  CHECK(Resolve("pkg", in_a) == "a/pkg/__init__.py");
  CHECK(Resolve("pkg", in_b) == "b/pkg/__init__.py");
}

TEST_CASE_FIXTURE(ProgramFixture, "the tree wins over stubs, and stubs are the last resort") {
  auto torch = program.AddStub("torch/__init__.pyi", "x: int\n");
  auto functional = program.AddStub("torch/nn/functional.pyi", "");
  auto logging = program.AddStub("logging.pyi", "");
  auto file = Add("pkg/a.py");
  Add("pkg/__init__.py");
  Add("pkg/logging.py");
  CHECK(program.ResolveModule("torch", file) == torch);
  CHECK(program.ResolveModule("torch.nn.functional", file) == functional);
  CHECK(program.IsPackage("torch.nn"));
  CHECK(program.ResolveModule("logging", file) == logging);
  CHECK(Resolve("pkg.logging", file) == "pkg/logging.py");
  auto script = Add("lone/run.py");
  Add("lone/logging.py");
  CHECK(Resolve("logging", script) == "lone/logging.py");
  CHECK(program.ResolveModule("logging", torch) == logging);
}

TEST_CASE("what is looked up elsewhere never stands in for what stubs know") {
  Folder folder;
  folder.File("env/torch/__init__.py", "x = 1\n")
      .File("env/torch/own.py", "x = 1\n")
      .File("env/part/__init__.py", "x = 1\n")
      .File("env/part/known.py", "x = 1\n")
      .File("env/part/other.py", "x = 1\n")
      .File("env/lib.py", "import torch\n")
      .File("named/lib.py", "x = 1\n");
  for (const names::Program::Root root :
       {names::Program::Root::Named, names::Program::Root::Installed}) {
    base::Interner interner;
    names::Program program(interner);
    auto main = program.Add("/nowhere/main.py", "main.py", true, "import torch\n");
    auto torch = program.AddStub("torch/__init__.pyi", "def f(): ...\n");
    program.AddStub("part/__init__.pyi", "\"\"\"A part.\"\"\"\n");
    auto known = program.AddStub("part/known.pyi", "def f(): ...\n");
    program.AddSourceRoot(folder.Path("env"), root);
    CHECK(program.ResolveModule("torch", main) == torch);
    CHECK_FALSE(program.ResolveModule("torch.own", main));
    auto path = [&](const char* module) {
      auto file = program.ResolveModule(module, main);
      return file ? program.Info(*file).path : "";
    };
    CHECK(path("part") == folder.Path("env/part/__init__.py"));
    CHECK(program.ResolveModule("part.known", main) == known);
    CHECK(path("part.other") == folder.Path("env/part/other.py"));
    auto lib = program.ResolveModule("lib", main);
    REQUIRE(lib);
    CHECK(program.Info(*lib).module == "lib");
    CHECK(program.ResolveModule("torch", lib) == torch);
  }
  // What the project names comes before what is installed.
  base::Interner interner;
  names::Program program(interner);
  auto main = program.Add("/nowhere/main.py", "main.py", true, "import lib\n");
  program.AddSourceRoot(folder.Path("env"), names::Program::Root::Installed);
  program.AddSourceRoot(folder.Path("named"), names::Program::Root::Named);
  auto lib = program.ResolveModule("lib", main);
  REQUIRE(lib);
  CHECK(program.Info(*lib).path == folder.Path("named/lib.py"));
}

TEST_CASE_FIXTURE(ProgramFixture, "relative imports") {
  auto module = Add("pkg/sub/a.py");
  auto package = Add("pkg/sub/__init__.py");
  Add("pkg/__init__.py");
  auto script = Add("lone/run.py");
  CHECK(program.AbsoluteModule(module, "b", 0) == "b");
  CHECK(program.AbsoluteModule(module, "b", 1) == "pkg.sub.b");
  CHECK(program.AbsoluteModule(module, "", 2) == "pkg");
  CHECK(program.AbsoluteModule(module, "b", 4) == "");
  CHECK(program.AbsoluteModule(package, "b", 1) == "pkg.sub.b");
  CHECK(program.AbsoluteModule(package, "b", 2) == "pkg.b");
  CHECK(program.AbsoluteModule(script, "b", 1) == "b");
}

TEST_CASE("files beside the selected ones are found on disk, by any thread") {
  namespace fs = std::filesystem;
  fs::path root = fs::temp_directory_path() / "graphmend_names_test";
  fs::remove_all(root);
  fs::create_directories(root / "pkg" / "sub");
  for (const char* name : {"pkg/__init__.py", "pkg/a.py", "pkg/sub/__init__.py", "pkg/sub/b.py"})
    std::ofstream(root / name) << "def f(x): return x\n";
  std::ofstream(root / "pkg" / "bad.py") << "x = '\xff'\n";
  base::Interner interner;
  names::Program program(interner);
  auto a = program.Add(base::ToText(root / "pkg/a.py"), "pkg/a.py", true);
  auto bad = program.Add(base::ToText(root / "pkg/bad.py"), "pkg/bad.py", true);
  std::vector<const flow::Graph*> graphs(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    threads.emplace_back([&, i] {
      auto file = program.ResolveModule("pkg.sub.b", a);
      if (file) graphs[i] = &program.Parsed(*file)->Function(syntax::FunctionId(0));
    });
  for (std::thread& thread : threads) thread.join();
  auto found = program.ResolveModule("pkg.sub.b", a);
  REQUIRE(found);
  CHECK(program.Info(*found).shown_path == "pkg/sub/b.py");
  CHECK(program.Info(*found).module == "pkg.sub.b");
  CHECK_FALSE(program.Info(*found).selected);
  for (const flow::Graph* graph : graphs) CHECK(graph == graphs[0]);
  CHECK(program.Parsed(bad) == nullptr);
  REQUIRE(program.Problems().size() == 1);
  CHECK(program.Problems()[0].path == "pkg/bad.py");
  CHECK(program.SelectedFiles().size() == 2);
  fs::remove_all(root);
}

TEST_CASE_FIXTURE(ProgramFixture, "bytes stay where they are until they are forgotten") {
  auto file = Add("a.py", "x = 1\n");
  std::string_view before = program.Bytes(file);
  CHECK(before == "x = 1\n");
  REQUIRE(program.Parsed(file));
  CHECK(program.Bytes(file).data() == before.data());
  program.Forget(file);
  CHECK(program.Bytes(file) == "x = 1\n");
}

TEST_CASE_FIXTURE(ProgramFixture, "what is let go of is parsed again, and stays while it is read") {
  const auto file = Add("a.py", "def f(x): return x\n");
  const std::vector files = {file};
  using Part = names::ParsedFile::Part;
  const names::ParsedFile* parsed = nullptr;
  {
    const names::Program::Reader reader(program);
    parsed = reader.Parsed(file);
    program.LetGo(files, Part::AllButText);
    CHECK(program.ParsedBefore(file) == parsed);
    CHECK_FALSE(program.WasSound(file));
    // A reader that begins later has not been given it.
    std::thread([&] {
      const names::Program::Reader later(program);
      program.LetGo(files, Part::AllButText);
    }).join();
    CHECK(program.ParsedBefore(file) == parsed);
    CHECK(parsed->tree().functions.size() == 1);
  }
  program.LetGo(files, Part::Graphs);
  CHECK(program.ParsedBefore(file) == parsed);
  program.LetGo(files, Part::AllButText);
  CHECK(program.ParsedBefore(file) == nullptr);
  CHECK(program.WasSound(file));
  CHECK(parsed->source().text() == "def f(x): return x\n");
  CHECK(program.Parsed(file) == parsed);
  CHECK(parsed->Function(syntax::FunctionId(0)).blocks.size() > 0);
  CHECK_FALSE(program.WasSound(file));
}

TEST_CASE_FIXTURE(ProgramFixture, "what has errors, or is asked for by many, is not let go of") {
  const auto broken = Add("broken.py", "def f(x:\n"), common = Add("common.py", "x = 1\n");
  program.Parsed(broken);
  for (int i = 0; i < 10; ++i) {
    const names::Program::Reader reader(program);
    reader.Parsed(common);
  }
  program.LetGo(std::vector{broken, common}, names::ParsedFile::Part::AllButText);
  CHECK(program.ParsedBefore(broken) != nullptr);
  CHECK(program.ParsedBefore(common) != nullptr);
}

}  // namespace
}  // namespace graphmend
