// Which files a run looks at: git's patterns, and the walk itself on real directories.
#include <doctest/doctest.h>

#include <filesystem>

#include "base/path.h"
#include "folder.h"
#include "project/discover.h"
#include "project/gitignore.h"
#include "project/path_globs.h"
#include "project/worker_pool.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

bool Ignored(std::string_view patterns, std::string_view path, bool is_directory = false) {
  return IgnoreFile(patterns).Ignores(path, is_directory).value_or(false);
}

bool Matches(std::string_view glob, std::string_view path) {
  PathGlobs globs;
  globs.Add("an/other");
  globs.Add(glob);
  globs.Compile();
  return globs.Matching(path) == std::vector<std::size_t>{1};
}

using Names = std::vector<std::string>;

// What is found below `paths`, relative to the folder.
Names Found(const Folder& folder, Names paths = {""}) {
  for (std::string& path : paths) path = folder.Path(path);
  Names names;
  for (const SelectedFile& file : Discover(paths).files)
    names.push_back(base::ToText(base::ToPath(file.shown).lexically_relative(folder.path())));
  return names;
}

}  // namespace

TEST_CASE("globs") {
  CHECK(Matches("*.py", "a.py"));
  CHECK(Matches("*", "a"));
  CHECK_FALSE(Matches("*.py", "a.pyi"));
  CHECK_FALSE(Matches("*.py", "d/a.py"));
  CHECK(Matches("a?c", "abc"));
  CHECK_FALSE(Matches("a?c", "a/c"));
  CHECK(Matches("a*b*c", "axxbyybzc"));
  CHECK_FALSE(Matches("a*b*c", "axxbyybz"));
  CHECK(Matches("\\*", "*"));
  CHECK_FALSE(Matches("\\*", "a"));
  CHECK_FALSE(Matches("a.c", "abc"));
  CHECK(Matches("**/a", "a"));
  CHECK(Matches("**/a", "x/y/a"));
  CHECK_FALSE(Matches("**/a", "xa"));
  CHECK(Matches("a/**/b", "a/b"));
  CHECK(Matches("a/**/b", "a/x/y/b"));
  CHECK_FALSE(Matches("a/**/b", "a/x/y/c"));
  CHECK(Matches("a/**", "a/x/y"));
  CHECK_FALSE(Matches("a/**", "a"));
  CHECK(Matches("**", "a/b"));
  CHECK(Matches("?**", "ab"));
  CHECK_FALSE(Matches("?**", "a/b"));
  // Behind what is literal, two stars are those of a start: so git has it.
  CHECK(Matches("a**", "ab/c"));
}

TEST_CASE("brackets of globs") {
  CHECK(Matches("[a-c]x", "bx"));
  CHECK_FALSE(Matches("[!a-c]x", "bx"));
  CHECK_FALSE(Matches("[^a-c]x", "bx"));
  CHECK_FALSE(Matches("a[!b]c", "a/c"));
  CHECK(Matches("[]]", "]"));
  CHECK(Matches("[!]]", "a"));
  CHECK(Matches("[a\\]]", "]"));
  CHECK(Matches("[a-c-e]", "-"));
  CHECK_FALSE(Matches("[a-c-e]", "d"));
  CHECK(Matches("[[:digit:]_]", "7"));
  CHECK(Matches("[[:digit:]_]", "_"));
  CHECK_FALSE(Matches("[[:alpha:]]", "\xC3"));
  CHECK_FALSE(Matches("[[:space:]]", "\v"));
  CHECK(Matches("[[:x]", ":"));
  // Broken ones match nothing.
  CHECK_FALSE(Matches("[", "["));
  CHECK_FALSE(Matches("[[:word:]]", "a"));
  CHECK_FALSE(Matches("a\\", "a\\"));
}

TEST_CASE("no glob is slow, or too large") {
  CHECK_FALSE(Matches("*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
  std::string folders, brackets;
  for (int i = 0; i < 100000; ++i) folders += "**/";
  CHECK(Matches(folders + "x", "a/b/x"));
  for (int i = 0; i < 4000; ++i) brackets += "[!a]";
  CHECK(Matches(brackets, std::string(4000, 'b')));
  CHECK_FALSE(Matches(brackets, std::string(3999, 'b') + "a"));
  CHECK_FALSE(Matches(std::string(1000000, '?'), "a"));
}

TEST_CASE("patterns of an ignore file") {
  CHECK(Ignored("build/\n", "x/build", true));
  CHECK_FALSE(Ignored("build/\n", "x/build", false));
  CHECK(Ignored("*.py", "x/y/a.py"));
  CHECK(Ignored("/a.py", "a.py"));
  CHECK_FALSE(Ignored("/a.py", "x/a.py"));
  CHECK(Ignored("x/a.py", "x/a.py"));
  CHECK_FALSE(Ignored("x/a.py", "y/x/a.py"));
  CHECK(Ignored("# no\n\n  \r\na.py\r\n", "a.py"));
  CHECK_FALSE(Ignored("#a.py", "#a.py"));
  CHECK(Ignored("\\#a.py", "#a.py"));
  CHECK(Ignored("\\!a.py", "!a.py"));
  CHECK(Ignored("a.py   ", "a.py"));
  CHECK(Ignored("a\\ ", "a "));
  CHECK(Ignored("a\\   ", "a "));
  CHECK(Ignored("a\t", "a\t"));
  CHECK(Ignored(std::string("a\0b", 3), "a"));
  CHECK(Ignored("x/*.py\n!a.py\nx/a.py", "x/a.py"));
  CHECK_FALSE(Ignored("x/*.py\nx/a.py\n!a.py", "x/a.py"));
  CHECK_FALSE(Ignored("*.py\n!keep.py", "keep.py"));
  CHECK(Ignored("!keep.py\n*.py", "keep.py"));
  CHECK_FALSE(IgnoreFile("*.txt").Ignores("a.py", false).has_value());
  CHECK_FALSE(Ignored("/", "a", true));
}

TEST_CASE("directories are walked, sorted, with the usual ones left out") {
  Folder folder;
  folder.File("b.py")
      .File("a/x.pyi")
      .File("a/notes.txt")
      .File(".venv/lib/c.py")
      .File("__pycache__/d.py");
  folder.File("node_modules/e.py")
      .File("build/out.py")
      .File("pkg/build/__init__.py")
      .File(".ci/f.py");
  CHECK(Found(folder) == Names{".ci/f.py", "a/x.pyi", "b.py", "pkg/build/__init__.py"});
  CHECK(Found(folder, {".venv"}) == Names{".venv/lib/c.py"});
  CHECK(Found(folder, {"a/notes.txt", "b.py", "b.py"}) == Names{"a/notes.txt", "b.py"});
  CHECK(Found(folder, {"a", "", "a/x.pyi"}) == Found(folder));
}

TEST_CASE("ignore files hold below their directory, nearer ones first") {
  Folder folder;
  folder.File(".gitignore", "gen_*.py\n/only_here.py\ntmp/\n")
      .File("gen_a.py")
      .File("only_here.py");
  folder.File("d/.gitignore", "!gen_keep.py\n").File("d/gen_keep.py").File("d/gen_b.py");
  folder.File("d/only_here.py").File("tmp/x.py");
  CHECK(Found(folder) == Names{"d/gen_keep.py", "d/only_here.py"});
  CHECK(Found(folder, {"gen_a.py"}) == Names{"gen_a.py"});
}

TEST_CASE("parent ignore files count up to the repository") {
  Folder folder;
  folder.File(".gitignore", "everything.py\n");
  folder.File("repo/.git/info/exclude", "excluded.py\n").File("repo/.gitignore", "ignored.py\n");
  folder.File("repo/d/ignored.py").File("repo/d/excluded.py").File("repo/d/everything.py");
  CHECK(Found(folder, {"repo/d"}) == Names{"repo/d/everything.py"});
  CHECK(Found(folder, {"repo"}) == Names{"repo/d/everything.py"});
}

TEST_CASE("links are followed once, under the real name where there is one") {
  Folder folder;
  folder.File("real/a.py");
  bool linked = folder.Link("real", "link") && folder.Link("..", "real/cycle") &&
                folder.Link("real/a.py", "z.py") && folder.Link("nowhere", "broken.py");
  if (!linked) {
    MESSAGE("skipped: no links here");
    return;
  }
  CHECK(Found(folder) == Names{"real/a.py"});
}

TEST_CASE("links that lead out of what is named are not followed, and each is named once") {
  Folder folder, other;
  folder.File("real/a.py");
  other.File("b.py").File("d/c.py");
  if (!folder.Link(other.Path(""), "elsewhere")) {
    MESSAGE("skipped: no links here");
    return;
  }
  folder.Link(other.Path("b.py"), "real/b.py");
  folder.Link(other.Path("d"), "real/d");
  folder.Link("/", "everything");
  folder.Link("elsewhere/d", "through");
  CHECK(Found(folder) == Names{"real/a.py"});
  std::vector<std::string> named;
  for (const lint::Problem& problem : Discover({folder.Path("")}).problems) {
    CHECK(problem.kind == lint::ProblemKind::PassedOver);
    named.push_back(problem.path.substr(folder.Path("").size() + 1));
  }
  std::sort(named.begin(), named.end());
  CHECK(named == Names{"elsewhere", "everything", "real/b.py", "real/d", "through"});
  // Named itself, it is looked at.
  CHECK(Discover({folder.Path("elsewhere")}).files.size() == 2);
  CHECK(Discover({folder.Path("real/b.py")}).files.size() == 1);
  CHECK(Discover({folder.Path(""), other.Path("")}).problems.size() == 1);  // but for /
}

TEST_CASE("files that hold no Python are told apart") {
  Folder folder;
  auto why = [&](const char* name, const char* text) {
    folder.File(name, text);
    Selection selection = Discover({folder.Path(name)});
    if (selection.problems.empty()) return std::to_string(selection.files.size()) + " taken";
    CHECK_FALSE(selection.problems[0].hint.empty());
    return selection.problems[0].message;
  };
  CHECK(why("lib-1.0-py3-none-any.whl", "PK") == "a wheel, not Python source");
  CHECK(why("src.tar.gz", "") == "an archive, not Python source");
  CHECK(why("bundle", "PK\x03\x04") == "an archive, not Python source");
  CHECK(why("model.cpython-312.PYC", "") == "compiled Python, not its source");
  CHECK(why("run",
            "\x7F"
            "ELF\x02") == "a compiled library, not Python source");
  CHECK(why("weights.safetensors", "{}") == "tensors or a saved model, not Python source");
  CHECK(why("config.json", "{}") == "not Python source");
  CHECK(why("train", "import torch\n") == "1 taken");
  CHECK(why("model.py", "PK\x03\x04") == "1 taken");
}

TEST_CASE("a missing path is a problem with a hint") {
  Folder folder;
  folder.File("model.py");
  Selection selection = Discover({folder.Path("modle.py")});
  CHECK(selection.files.empty());
  REQUIRE(selection.problems.size() == 1);
  CHECK(selection.problems[0].message == "no such file or directory");
  CHECK(selection.problems[0].hint == "did you mean `model.py`?");
}

TEST_CASE("the pool runs everything once, and throws what the first call threw") {
  for (unsigned jobs : {1u, 2u, 8u}) {
    WorkerPool pool(jobs);
    std::vector<int> done(1000);
    pool.Run(done.size(), [&](std::size_t i) { ++done[i]; });
    CHECK(done == std::vector<int>(1000, 1));
    auto fail = [](std::size_t i) {
      if (i % 10 == 3) throw std::size_t{i};
    };
    CHECK_THROWS_AS(pool.Run(100, fail), std::size_t);
    pool.Run(0, fail);
  }
}

}  // namespace graphmend::project
