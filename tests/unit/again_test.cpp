// Analysing once more after some files changed: only what reaches them is run again, and what comes
// out is what a new analysis says.
#include <doctest/doctest.h>

#include <set>

#include "folder.h"
#include "infer/trace.h"
#include "project/check.h"

namespace graphmend::project {
namespace {

// More than fits in a unit with another file.
std::string Long(const std::string& code) {
  std::string text = code;
  while (text.size() < (1 << 16)) text += "# padding, padding, padding\n";
  return text;
}

const std::string kUser = Long(R"(import torch
from helper import show


@torch.compile
def f(x):
    return show(x)
)");
const std::string kAlone = Long(R"(import torch


@torch.compile
def g(x):
    print("alone")
    return x
)");
constexpr const char* kHelper = "def show(x):\n    print(\"seen\")\n    return x\n";
constexpr const char* kMoved = "# a line more\ndef show(x):\n    print(\"seen\")\n    return x\n";

struct Again {
  Again() {
    folder.File("user.py", kUser).File("alone.py", kAlone).File("helper.py", kHelper);
    for (const char* name : {"alone.py", "helper.py", "user.py"})
      selection.files.push_back({folder.Path(name), name});
    run.trace = &trace;
    project = std::make_unique<Project>(configuration, selection, run);
  }

  // Findings as "file:line code"; `project` as it is now.
  static std::set<std::string> Told(Project& project) {
    std::set<std::string> told;
    const lint::Outcome outcome = project.Analyse();
    for (const diag::Diagnostic& one : outcome.diagnostics)
      told.insert(one.location.file->path() + ":" +
                  std::to_string(one.location.file->LineOf(one.location.span.begin)) + " " +
                  one.code + (one.fixes.empty() ? "" : " fixed"));
    for (const lint::Problem& one : outcome.problems) told.insert(one.path + " " + one.message);
    return told;
  }

  // Of the last analysis: the files whose code was run.
  std::set<std::string> Run() {
    std::set<std::string> files;
    for (const auto& [file, places] : trace.reached)
      files.insert(project->SessionOf("user.py")->program().Info(names::FileId(file)).shown_path);
    trace.reached.clear();
    return files;
  }

  void Replace(const char* name, const std::string& text) {
    for (SelectedFile& file : selection.files) {
      if (file.shown != name) continue;
      file.text = text;
      CHECK(project->Replace(file));
    }
  }

  Folder folder;
  Configuration configuration{GivenSettings{{}, {}, true}};
  Selection selection;
  infer::Trace trace;
  ProjectRun run{.jobs = 1, .again = true};
  std::unique_ptr<Project> project;
};

using Files = std::set<std::string>;

}  // namespace

TEST_CASE_FIXTURE(Again, "again: only what reads a changed file is run again") {
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "helper.py:2 GM201 fixed"});
  CHECK(Run() == Files{"alone.py", "helper.py", "user.py"});
  Replace("helper.py", kMoved);
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "helper.py:3 GM201 fixed"});
  CHECK(Run() == Files{"helper.py", "user.py"});
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "helper.py:3 GM201 fixed"});
  CHECK(Run().empty());
}

TEST_CASE_FIXTURE(Again, "again: a file of which only the text was looked at is seen to change") {
  // A package that may take `show` from anywhere is searched for the name before it is parsed.
  Replace("helper.py", "from middle import *\n");
  folder.File("middle.py", "from elsewhere import *\n").File("elsewhere.py", kHelper);
  selection.files.push_back({folder.Path("middle.py"), "middle.py"});
  selection.files.push_back({folder.Path("elsewhere.py"), "elsewhere.py"});
  project = std::make_unique<Project>(configuration, selection, run);
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "elsewhere.py:2 GM201 fixed"});
  Replace("elsewhere.py", "import math\n");
  Run();
  CHECK(Told(*project).count("elsewhere.py:2 GM201 fixed") == 0);
  CHECK(Run() == Files{"user.py"});
  Replace("elsewhere.py", kHelper);
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "elsewhere.py:2 GM201 fixed"});
}

TEST_CASE_FIXTURE(Again, "again: where another file compiles something, all is divided anew") {
  Told(*project);
  Run();
  Replace("helper.py",
          std::string("import torch\n\n@torch.compile\n") + kHelper + "\n\nprint(show(1))\n");
  CHECK(Told(*project) == Files{"alone.py:6 GM201 fixed", "helper.py:5 GM201 fixed"});
  CHECK(Run() == Files{"alone.py", "helper.py", "user.py"});
  Replace("alone.py", "x = 1\n");
  CHECK(Told(*project) == Files{"helper.py:5 GM201 fixed"});
}

TEST_CASE("again: what is assumed to be compiled follows what source compiles") {
  Folder folder;
  const std::string model = Long(R"(import torch


class Model(torch.nn.Module):
    def forward(self, x):
        print("model")
        return x
)");
  const std::string compiles = Long(R"(import torch
from model import Model


compiled = torch.compile(Model())
)");
  const std::string uses = Long(R"(import torch
from model import Model


compiled = torch.compile(abs)
)");
  folder.File("model.py", model).File("main.py", uses);
  Configuration configuration{GivenSettings{{}, {}, true}};
  Selection selection;
  for (const char* name : {"main.py", "model.py"})
    selection.files.push_back({folder.Path(name), name});
  Project project(configuration, selection, {.jobs = 1, .again = true});
  const auto entries = [&] {
    std::set<std::string> how;
    const lint::Outcome outcome = project.Analyse();
    for (const infer::Entry& one : outcome.entries) how.insert(one.location.file->path());
    return how;
  };
  CHECK(entries() == Files{"main.py", "model.py"});
  selection.files[0].text = compiles;
  CHECK(project.Replace(selection.files[0]));
  CHECK(entries() == Files{"main.py"});
  selection.files[0].text = uses;
  CHECK(project.Replace(selection.files[0]));
  CHECK(entries() == Files{"main.py", "model.py"});
}

TEST_CASE("again: what was wrong before anything was analysed is said each time") {
  Folder folder;
  folder.File("one.py", "import torch\n");
  Configuration configuration{GivenSettings{{}, {}, true}};
  Selection selection;
  selection.files.push_back({folder.Path("one.py"), "one.py"});
  selection.problems.push_back({lint::ProblemKind::Unusable, "two.py", 0, "it is not there", ""});
  Project project(configuration, selection, {.jobs = 1, .again = true});
  CHECK(project.Analyse().problems.size() == 1);
  CHECK(project.Analyse().problems.size() == 1);
}

}  // namespace graphmend::project
